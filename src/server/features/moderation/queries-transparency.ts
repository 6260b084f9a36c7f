import { sql } from 'kysely'
import type { AppealState, LoggedAction } from '#contract/moderation.ts'
import type { ModerationReason } from '#contract/report-reasons.ts'
import type { Db } from '#server/db/tables.ts'

export interface QuarterCount {
	quarter: string
	kind: 'report' | 'action' | 'appeal'
	key: ModerationReason | LoggedAction | AppealState
	n: number
}

/** Lists the counts of reports by reason, actions by kind and appeals by outcome, for each quarter from one on: `2026-Q1`. */
export async function listQuarters(db: Db, from: string): Promise<QuarterCount[]> {
	const { rows } = await sql<QuarterCount>`
		select quarter, kind, key, n from moderation_quarters where quarter >= ${from} and n > 0
		order by quarter desc, kind, n desc, key`.execute(db)
	return rows
}
