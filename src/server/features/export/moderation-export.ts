import type { Db } from '#server/db/tables.ts'
import { readDecisions, readReports } from '#server/features/moderation/queries-export.ts'
import { mapBatches, readBatches } from './json-stream.ts'

// How many rows are held in memory at a time
const TEXT_BATCH_SIZE = 100

type Row<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number]

/** What the account reported. */
export function exportReports(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readReports>>(TEXT_BATCH_SIZE, (last, limit) => readReports(db, userId, last?.id, limit)),
		({ subject, subject_id, reason, text, created_at, closed_at }) => ({
			subject,
			subjectId: subject_id,
			reason,
			text,
			createdAt: created_at,
			closedAt: closed_at,
		}),
	)
}

/** What moderators decided about the account, without their names. */
export function exportDecisions(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readDecisions>>(TEXT_BATCH_SIZE, (last, limit) =>
			readDecisions(db, userId, last?.id, limit),
		),
		({ subject_id, snapshot, created_at, undone_at, appeal, action, subject, reason, note, until }) => ({
			action,
			subject,
			subjectId: subject_id,
			reason,
			note,
			text: snapshot,
			createdAt: created_at,
			until,
			undoneAt: undone_at,
			appeal,
		}),
	)
}
