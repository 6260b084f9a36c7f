import { setTimeout } from 'node:timers/promises'
import { listHiddenAccounts, purgeBatch } from './queries-purges.ts'
import type { Db } from './tables.ts'

/** Rows in a batch: few enough that others wait for tens of milliseconds, on the embedded database too. */
const BATCH_ROWS = 200
/** What has more rows than this is purged; less is deleted in one statement. */
export const MAX_DIRECT_DELETE_ROWS = 500
/** After a batch others have as long as it took, but no longer than this. */
const MAX_PAUSE_MS = 100
const MIN_BATCH_ROWS = 10
/** How long a request waits for what it has begun to be purged. */
const REQUEST_WAIT_MS = 1_000
const STATEMENT_TIMED_OUT = '57014'

/** Deletes what hidden accounts leave behind, a batch at a time. What fails or stops is resumed by a job. */
export interface Purges {
	/** Begins to purge a hidden account, and waits for it for a second at most; the rest goes on by itself. */
	begin: (accountId: string) => Promise<void>
	/** Purges every hidden account that no other process is at. Throws what a batch throws, after all have had their turn. */
	resume: () => Promise<void>
	/** Stops after the batch under way. */
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
			// Done, or another process is at it
			if (!deletedRows) return
			await setTimeout(Math.min(MAX_PAUSE_MS, performance.now() - startedMs))
		}
	}
	function start(accountId: string): Promise<void> {
		const known = running.get(accountId)
		if (known) return known
		const started = purge(accountId).finally(() => running.delete(accountId))
		running.set(accountId, started)
		return started
	}

	return {
		async begin(accountId) {
			// The job meets a failure again, and logs it
			const purged = start(accountId).catch(() => undefined)
			await Promise.race([purged, setTimeout(REQUEST_WAIT_MS, undefined, { ref: false })])
		},
		async resume() {
			let failure: unknown
			for (const accountId of await listHiddenAccounts(db))
				if (!isClosing)
					await start(accountId).catch((error: unknown) => {
						failure = error
					})
			if (failure !== undefined) throw failure
		},
		async close() {
			isClosing = true
			await Promise.allSettled(running.values())
		},
	}
}
