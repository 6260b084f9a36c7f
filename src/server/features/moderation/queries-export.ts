import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'
import { ACTION_COLUMNS, type ActionRow } from './queries-actions.ts'
import type { CaseRow, ReportRow } from './queries-cases.ts'

type OwnReport = Pick<ReportRow, 'id' | 'subject_id' | 'reason' | 'text' | 'created_at'> &
	Pick<CaseRow, 'subject'> & { closed_at: string | null }

/** Reads a batch of an account's reports, after the one with the id `after`. */
export function readReports(db: Db, userId: string, after: string | undefined, limit: number): Promise<OwnReport[]> {
	const text = `select r.id, r.subject_id, c.subject, r.reason, r.text, r.created_at, r.closed_at
		from reports r join moderation_cases c on c.subject_id = r.subject_id
		where r.reporter_id = $1 and ($2::uuid is null or r.id > $2::uuid) order by r.id limit ${limit}`
	return rawQuery(db, text, [userId, after ?? null])
}

/** Reads a batch of the decisions about an account, after the one with the id `after`. */
export function readDecisions(db: Db, userId: string, after: string | undefined, limit: number): Promise<ActionRow[]> {
	const text = `select ${ACTION_COLUMNS} from moderation_actions a
		where a.author_id = $1 and a.action <> 'dismiss' and ($2::uuid is null or a.id > $2::uuid) order by a.id limit ${limit}`
	return rawQuery(db, text, [userId, after ?? null])
}
