import type { Refusal } from '#contract/endpoint.ts'
import { AppError, RETRY_AFTER_SECONDS, UNAVAILABLE } from './errors.ts'

/** A semaphore with a bounded queue, for costly work. */
export interface Limiter {
	/** Runs the work once a slot is free. Throws 503 if the queue is full, or if no slot is free within `waitMs`. */
	run: <T>(work: () => Promise<T>) => Promise<T>
	/** Throws that 503 if the queue is full, so that callers can fail before they prepare anything. */
	refuseWhenFull: () => void
}

interface LimiterOptions {
	atOnce: number
	/** Unlimited by default, for callers that bound their queue elsewhere. */
	mostWaiting?: number
	/** Maximum time in the queue; unlimited by default. */
	waitMs?: number
	/** The code and sentence of the 503. */
	why?: Refusal
	/** The `Retry-After` of the 503. */
	retrySeconds?: number
}

/** Creates a semaphore that bounds memory and processor use: it limits running and queued work and rejects the rest. */
export function createLimiter({
	atOnce,
	mostWaiting = Number.POSITIVE_INFINITY,
	waitMs,
	why = UNAVAILABLE,
	retrySeconds = Number(RETRY_AFTER_SECONDS),
}: LimiterOptions): Limiter {
	let running = 0
	const queue = new Set<() => void>()
	const createError = () => new AppError(503, why, { headers: { 'retry-after': String(retrySeconds) } })
	function refuseWhenFull(): void {
		if (running >= atOnce && queue.size >= mostWaiting) throw createError()
	}
	function waitForSlot(): Promise<void> {
		return new Promise((resolve, reject) => {
			const takeSlot = () => {
				clearTimeout(timer)
				resolve()
			}
			queue.add(takeSlot)
			const timer =
				waitMs === undefined
					? undefined
					: setTimeout(() => {
							queue.delete(takeSlot)
							reject(createError())
						}, waitMs)
		})
	}
	return {
		refuseWhenFull,
		async run(work) {
			refuseWhenFull()
			if (running >= atOnce) await waitForSlot()
			else running++
			try {
				return await work()
			} finally {
				// The first in the queue takes over the slot
				const [takeSlot] = queue
				if (takeSlot) {
					queue.delete(takeSlot)
					takeSlot()
				} else running--
			}
		},
	}
}
