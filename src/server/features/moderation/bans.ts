import type { Db } from '#server/db/tables.ts'
import { listUnsettledBans, settleBan } from './queries-text-states.ts'

/** Small enough that who waits for one of its rows waits for tens of milliseconds at most. */
const BATCH_ROWS = 100

/** Withdraws what banned accounts wrote, and counts it again when a ban ends. A job resumes what was interrupted. */
export interface Bans {
	/** Settles a ban in the background. */
	start: (userId: string) => Promise<void>
	/** Settles every ban that no other process is settling. Throws the last error after trying all of them. */
	resume: () => Promise<void>
	/** Stops after the current batch. */
	close: () => Promise<void>
}

export function createBans(db: Db): Bans {
	// One account after the other, so that a hundred bans at once take one connection
	let last: Promise<unknown> = Promise.resolve()
	let isClosing = false

	async function settle(userId: string): Promise<void> {
		while (!isClosing) if (!(await settleBan(db, userId, BATCH_ROWS))) return
	}

	return {
		start(userId) {
			// The job retries a failed one and logs the failure
			const settled = last.then(() => settle(userId)).catch(() => undefined)
			last = settled
			return settled
		},
		async resume() {
			// What is being settled here would be skipped
			await last
			let failure: unknown
			for (const userId of await listUnsettledBans(db))
				if (!isClosing)
					await settle(userId).catch((error: unknown) => {
						failure = error
					})
			if (failure !== undefined) throw failure
		},
		async close() {
			isClosing = true
			await last
		},
	}
}
