import { setTimeout as sleep } from 'node:timers/promises'
import { isUnreachable, reasonOf } from './outage-errors.ts'

const TRY_EVERY_MS = 500
const SAY_EVERY_MS = 10_000

interface Waiting {
	/** How long to wait before the failure is final. */
	waitMs: number
	/** Tells the operator, at once and then every ten seconds. */
	say: (sentence: string) => void
	/** The time in milliseconds, and what lets it pass; a test has its own. */
	timing?: { clock: () => number; sleep: (ms: number) => Promise<unknown> }
}

const REAL_TIMING = { clock: () => performance.now(), sleep: (ms: number) => sleep(ms) }

/**
 * Does work that needs the database, again and again while its server cannot be reached. The work must be safe to
 * repeat. Throws what the work throws once the wait is over, and any other failure at once.
 */
export async function whenReachable<T>(
	work: () => Promise<T>,
	{ waitMs, say, timing = REAL_TIMING }: Waiting,
): Promise<T> {
	const beganAt = timing.clock()
	let sayAt = beganAt
	for (;;) {
		try {
			return await work()
		} catch (error) {
			const now = timing.clock()
			const leftMs = beganAt + waitMs - now
			// A migration that failed names what it failed by
			const isPassing = isUnreachable(error) || isUnreachable((error as Error).cause ?? {})
			if (!isPassing || leftMs <= 0) throw error
			if (now >= sayAt) {
				say(`The database cannot be reached: ${reasonOf(error)}. Trying for ${Math.ceil(leftMs / 1000)} s more…`)
				sayAt = now + SAY_EVERY_MS
			}
			await timing.sleep(Math.min(TRY_EVERY_MS, leftMs))
		}
	}
}
