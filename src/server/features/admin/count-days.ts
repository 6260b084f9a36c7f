import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { countDay, findUncountedDays } from './queries-numbers.ts'

/**
 * Counts today, what yesterday lacks, and all days that nobody has counted yet, the newest first. Ends early when the process
 * stops. Holds a connection for one day at a time, so that requests get it in between.
 */
export async function countDays(db: Db, nowMs: number, stopping?: AbortSignal): Promise<void> {
	const at = new Date(nowMs).toISOString()
	const today = at.slice(0, 10)
	for (const day of await findUncountedDays(db, today)) {
		if (stopping?.aborted) return
		await withoutStatementTimeout(db, (connection) => countDay(connection, day, { today, at }))
	}
}
