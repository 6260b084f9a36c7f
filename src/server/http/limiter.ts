import type { Refusal } from '#contract/endpoint.ts'
import { AppError, RETRY_AFTER_SECONDS, UNAVAILABLE } from './errors.ts'

/** A queue for costly work. */
export interface Limiter {
	/** Does the work when it is its turn. Throws 503 where too much waits already, or where its turn does not come in time. */
	run: <T>(work: () => Promise<T>) => Promise<T>
	/** Throws that 503 now, before anything is done for what would be refused anyway. */
	refuseWhenFull: () => void
}

/** Lets so much work run at once and so much wait, so that memory and processors stay bounded; the rest is refused. */
export function createLimiter({
	atOnce,
	mostWaiting = Number.POSITIVE_INFINITY,
	waitMs,
	why = UNAVAILABLE,
	retrySeconds = Number(RETRY_AFTER_SECONDS),
}: {
	atOnce: number
	/** Undefined: any number, where something else bounds it. */
	mostWaiting?: number
	/** How long work waits for its turn; undefined: as long as it takes. */
	waitMs?: number
	why?: Refusal
	retrySeconds?: number
}): Limiter {
	let running = 0
	const waiting = new Set<() => void>()
	const refusal = () => new AppError(503, why, { headers: { 'retry-after': String(retrySeconds) } })
	function refuseWhenFull(): void {
		if (running >= atOnce && waiting.size >= mostWaiting) throw refusal()
	}
	function waitForTurn(): Promise<void> {
		return new Promise((resolve, reject) => {
			const take = () => {
				clearTimeout(timer)
				resolve()
			}
			waiting.add(take)
			const timer =
				waitMs === undefined
					? undefined
					: setTimeout(() => {
							waiting.delete(take)
							reject(refusal())
						}, waitMs)
		})
	}
	return {
		refuseWhenFull,
		async run(work) {
			refuseWhenFull()
			if (running >= atOnce) await waitForTurn()
			else running++
			try {
				return await work()
			} finally {
				// Whoever waits longest takes over the place
				const [next] = waiting
				if (next) {
					waiting.delete(next)
					next()
				} else running--
			}
		},
	}
}
