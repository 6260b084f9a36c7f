import { setTimeout } from 'node:timers/promises'
import { deleteTombstones, listPurges, purgeBatch } from './purge-queries.ts'
import type { Db } from './tables.ts'

/** Small enough that who waits for one of its rows waits for tens of milliseconds at most. */
const BATCH_ROWS = 200
/** Content with more rows is purged in batches; up to this many are deleted in one statement. */
export const MAX_DIRECT_DELETE_ROWS = 500
/** The pause after a batch is as long as the batch took, up to this limit. */
const MAX_PAUSE_MS = 100
const MIN_BATCH_ROWS = 10
/** How long a request waits for the purge that it started. */
const REQUEST_WAIT_MS = 1_000
const STATEMENT_TIMED_OUT = '57014'

/** Deletes accounts, and texts with much on them, in batches. A job resumes purges that failed or were interrupted. */
export interface Purges {
	/** Starts purging a hidden account or text and waits up to one second; the purge continues in the background. */
	start: (id: string) => Promise<void>
	/** Purges everything that no other process is purging, and the likes of removed comments. Throws the last error after trying all of them. */
	resume: () => Promise<void>
	/** Stops after the current batch. */
	close: () => Promise<void>
}

export function createPurges(db: Db): Purges {
	const running = new Map<string, Promise<void>>()
	let isClosing = false

	async function purge(id: string): Promise<void> {
		let rows = BATCH_ROWS
		while (!isClosing) {
			const startedMs = performance.now()
			const deletedRows = await purgeBatch(db, id, rows).catch((error: Error & { code?: string }) => {
				if (error.code !== STATEMENT_TIMED_OUT || rows <= MIN_BATCH_ROWS) throw error
				rows = Math.max(MIN_BATCH_ROWS, Math.floor(rows / 4))
				return 1
			})
			// Finished, or another process does it
			if (!deletedRows) return
			await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - startedMs))
		}
	}
	function startPurge(id: string): Promise<void> {
		const current = running.get(id)
		if (current) return current
		const purging = purge(id).finally(() => running.delete(id))
		running.set(id, purging)
		return purging
	}

	return {
		async start(id) {
			// The job retries a failed purge and logs the failure
			const purged = startPurge(id).catch(() => undefined)
			await Promise.race([purged, setTimeout(REQUEST_WAIT_MS, undefined, { ref: false })])
		},
		async resume() {
			let failure: unknown
			for (const id of await listPurges(db))
				if (!isClosing)
					await startPurge(id).catch((error: unknown) => {
						failure = error
					})
			while (!isClosing && (await deleteTombstones(db, BATCH_ROWS)) > 0);
			if (failure !== undefined) throw failure
		},
		async close() {
			isClosing = true
			await Promise.allSettled(running.values())
		},
	}
}
