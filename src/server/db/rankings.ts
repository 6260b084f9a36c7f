import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Changes of counts that one transaction takes up: some 20 to 100 ms. */
const BATCH_CHANGES = 1_000
/** So many changes at a time are left to the job, which takes them together. */
const BUSY_CHANGES = 10
const BUSY_MS = 1_000
/** The longest that a write waits for its rankings. */
const MAX_WAIT_MS = 250

/**
 * Brings the sort keys of rankings up to date with the counts that have changed, in batches, the last of which begins before `forMs`.
 * Safe to call at any time and from several processes; after a crash, or after one that ended early, the next call continues.
 */
export async function refreshRankings(db: Db, forMs = Number.POSITIVE_INFINITY): Promise<void> {
	const startedMs = performance.now()
	let taken = BATCH_CHANGES
	while (taken === BATCH_CHANGES && performance.now() - startedMs < forMs) taken = await takeChanges(db, BATCH_CHANGES)
}

/** Takes up at most `most` changes. Returns how many there were; 0 while another call runs. */
async function takeChanges(db: Db, most: number): Promise<number> {
	const { rows } = await sql<{ taken: number }>`
		select greatest(refresh_times_to_beat(${most}), refresh_rankings(${most}), refresh_browse(${most})) as taken`.execute(
		db,
	)
	return rows[0]?.taken ?? 0
}

/**
 * Returns a function that resolves when the rankings have what was written before the call, on a site where little is. Where much is, and if
 * it fails or takes longer than a moment, it leaves that to the job.
 */
export function createRankingFollower(db: Db): () => Promise<unknown> {
	let busyUntilMs = 0
	let running: Promise<void> = Promise.resolve()
	/** Begins when the running one has ended, and so sees what was written meanwhile. */
	let next: Promise<void> | undefined

	async function follow(): Promise<void> {
		await running
		next = undefined
		running = takeChanges(db, BUSY_CHANGES).then(
			(taken) => {
				if (taken === BUSY_CHANGES) busyUntilMs = performance.now() + BUSY_MS
			},
			() => {
				busyUntilMs = performance.now() + BUSY_MS
			},
		)
		await running
	}

	return async () => {
		if (performance.now() < busyUntilMs) return
		next ??= follow()
		await Promise.race([next, setTimeout(MAX_WAIT_MS, undefined, { ref: false })])
	}
}
