import { sql } from 'kysely'
import { recordEndedDay } from './past-rankings.ts'
import type { Db } from './tables.ts'

/** Rows that one transaction of the change of day locks: about 30 ms, which writers of these rows wait. */
const BATCH_ROWS = 500

/** What has sums of a window, in the order of locks. */
const KINDS = ['review', 'list', 'game', 'user'] as const

/**
 * Records the rankings of the day that ends, and subtracts the days that have left the week, month and year windows from the stored sums, in batches. Safe to call at any
 * time and from several processes; a call after a crash, or after one that ended early because of `stopping`, continues.
 * Returns true if it has ended a change of the UTC day.
 */
export async function advanceWindows(db: Db, nowMs: number, stopping?: AbortSignal): Promise<boolean> {
	const today = new Date(nowMs).toISOString().slice(0, 10)
	let hasMoved = false
	for (;;) {
		await recordEndedDay(db, today)
		const day = await beginDay(db, today)
		if (day === null) return hasMoved
		for (const kind of KINDS) {
			let lastId: string | null = ''
			while (lastId !== null) {
				if (stopping?.aborted) return hasMoved
				lastId = await advanceBatch(db, kind, lastId, BATCH_ROWS)
			}
		}
		hasMoved = (await endDay(db, day)) || hasMoved
	}
}

/** Begins or continues a change of day, and lists the rows to advance. Returns the day to change to; null if it is current. */
export async function beginDay(db: Db, today: string): Promise<string | null> {
	const { rows } = await sql<{ day: string | null }>`select begin_day(${today}::date)::text as day`.execute(db)
	const day = rows[0]?.day ?? null
	if (day !== null) await sql`select list_day_changes()`.execute(db)
	return day
}

/** Advances the rows of a kind that follow `afterId`, at most `most`. Returns the id of the last; null if none is left. */
export async function advanceBatch(
	db: Db,
	kind: (typeof KINDS)[number],
	afterId: string,
	most: number,
): Promise<string | null> {
	const { rows } = await sql<{ id: string | null }>`
		select advance_day_changes(${kind}, ${afterId}, ${most}) as id`.execute(db)
	return rows[0]?.id ?? null
}

async function endDay(db: Db, day: string): Promise<boolean> {
	const { rows } = await sql<{ ended: boolean }>`select end_day(${day}::date) as ended`.execute(db)
	return rows[0]?.ended ?? false
}
