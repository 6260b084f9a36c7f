import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Subtracts the days that have left the week, month and year windows from the stored sums. Safe to call at any time and
 * from several processes. Returns true if the UTC day has changed since the last call.
 */
export async function advanceWindows(db: Db, nowMs: number): Promise<boolean> {
	const today = new Date(nowMs).toISOString().slice(0, 10)
	const { rows } = await sql<{ moved: boolean }>`select advance_windows(${today}::date) as moved`.execute(db)
	return rows[0]?.moved ?? false
}
