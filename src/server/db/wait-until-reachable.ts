import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorMessage, isUnreachable } from './outage-errors.ts'

const RETRY_INTERVAL_MS = 500
const REPORT_INTERVAL_MS = 10_000

interface WaitOptions {
	/** How long to retry before failing. */
	waitMs: number
	/** Reports the outage to the operator, at once and then every ten seconds. */
	report: (sentence: string) => void
	/** The clock in milliseconds and the delay function; tests replace them. */
	timing?: { clock: () => number; sleep: (ms: number) => Promise<unknown> }
}

const REAL_TIMING = { clock: () => performance.now(), sleep: (ms: number) => sleep(ms) }

/**
 * Retries work every 500 ms while the database server cannot be reached. The work must be safe to repeat. Throws the
 * work's error once the wait is over, and any other error at once.
 */
export async function waitUntilReachable<T>(
	work: () => Promise<T>,
	{ waitMs, report: say, timing = REAL_TIMING }: WaitOptions,
): Promise<T> {
	const startedAt = timing.clock()
	let nextReportAt = startedAt
	for (;;) {
		try {
			return await work()
		} catch (error) {
			const now = timing.clock()
			const leftMs = startedAt + waitMs - now
			// A MigrationError has the original error as its cause
			const isOutage = isUnreachable(error) || isUnreachable((error as Error).cause ?? {})
			if (!isOutage || leftMs <= 0) throw error
			if (now >= nextReportAt) {
				say(`The database cannot be reached: ${getErrorMessage(error)}. Trying for ${Math.ceil(leftMs / 1000)} s more…`)
				nextReportAt = now + REPORT_INTERVAL_MS
			}
			await timing.sleep(Math.min(RETRY_INTERVAL_MS, leftMs))
		}
	}
}
