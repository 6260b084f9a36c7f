import type { AppealState, LoggedAction } from '#contract/moderation.ts'
import type { ModerationReason } from '#contract/report-reasons.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'

export interface QuarterCount {
	quarter: string
	kind: 'report' | 'action' | 'appeal'
	key: ModerationReason | LoggedAction | AppealState
	n: number
}

/** Lists the counts of reports by reason, actions by kind and appeals by outcome, for each quarter from one on: `2026-Q1`. */
export function listQuarters(db: Db, from: string): Promise<QuarterCount[]> {
	const text = `select quarter, kind, key, n from moderation_quarters where quarter >= $1 and n > 0
		order by quarter desc, kind, n desc, key`
	return rawQuery(db, text, [from])
}
