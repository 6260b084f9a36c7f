import { setTimeout } from 'node:timers/promises'
import { deletePlaces, listHiddenAccounts, purgeBatch } from './purge-queries.ts'
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

/** Deletes the content of hidden accounts in batches. A job resumes purges that failed or were interrupted. */
export interface Purges {
	/** Starts purging a hidden account and waits up to one second; the purge continues in the background. */
	start: (accountId: string) => Promise<void>
	/** Purges every hidden account that no other process is purging, and the likes of removed comments. Throws the last error after trying all of them. */
	resume: () => Promise<void>
	/** Stops after the current batch. */
	close: () => Promise<void>
}

export function createPurges(db: Db): Purges {
	const running = new Map<string, Promise<void>>()
	let isClosing = false

	async function purge(accountId: string): Promise<void> {
		let rows = BATCH_ROWS
		while (!isClosing) {
			const startedMs = performance.now()
			const deletedRows = await purgeBatch(db, accountId, rows).catch((error: Error & { code?: string }) => {
				if (error.code !== STATEMENT_TIMED_OUT || rows <= MIN_BATCH_ROWS) throw error
				rows = Math.max(MIN_BATCH_ROWS, Math.floor(rows / 4))
				return 1
			})
			// Finished, or another process is purging this account
			if (!deletedRows) return
			await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - startedMs))
		}
	}
	function startPurge(accountId: string): Promise<void> {
		const current = running.get(accountId)
		if (current) return current
		const purging = purge(accountId).finally(() => running.delete(accountId))
		running.set(accountId, purging)
		return purging
	}

	return {
		async start(accountId) {
			// The job retries a failed purge and logs the failure
			const purged = startPurge(accountId).catch(() => undefined)
			await Promise.race([purged, setTimeout(REQUEST_WAIT_MS, undefined, { ref: false })])
		},
		async resume() {
			let failure: unknown
			for (const accountId of await listHiddenAccounts(db))
				if (!isClosing)
					await startPurge(accountId).catch((error: unknown) => {
						failure = error
					})
			while (!isClosing && (await deletePlaces(db, BATCH_ROWS)) > 0);
			if (failure !== undefined) throw failure
		},
		async close() {
			isClosing = true
			await Promise.allSettled(running.values())
		},
	}
}
