import type { Refusal } from '#contract/endpoint.ts'
import { AppError, RETRY_AFTER_SECONDS, UNAVAILABLE } from './errors.ts'

/** A semaphore with a bounded queue, for costly work. */
export interface Limiter {
	/** Runs the work once a slot is free. Throws 503 if the queue is full, or if no slot is free within `maxWaitMs`. */
	run: <T>(work: () => Promise<T>) => Promise<T>
	/** Throws that 503 if the queue is full, so that callers can fail before they prepare anything. */
	throwIfFull: () => void
}

interface LimiterOptions {
	maxConcurrent: number
	/** Unlimited by default, for callers that bound their queue elsewhere. */
	maxQueued?: number
	/** Maximum time in the queue; unlimited by default. */
	maxWaitMs?: number
	/** The code and sentence of the 503. */
	refusal?: Refusal
	/** The `Retry-After` of the 503. */
	retryAfterSeconds?: number
}

/** Creates a semaphore that bounds memory and processor use: it limits running and queued work and rejects the rest. */
export function createLimiter({
	maxConcurrent,
	maxQueued = Number.POSITIVE_INFINITY,
	maxWaitMs,
	refusal = UNAVAILABLE,
	retryAfterSeconds = Number(RETRY_AFTER_SECONDS),
}: LimiterOptions): Limiter {
	let running = 0
	const queue = new Set<() => void>()
	const createError = () => new AppError(503, refusal, { headers: { 'retry-after': String(retryAfterSeconds) } })
	function throwIfFull(): void {
		if (running >= maxConcurrent && queue.size >= maxQueued) throw createError()
	}
	function waitForSlot(): Promise<void> {
		return new Promise((resolve, reject) => {
			const takeSlot = () => {
				clearTimeout(timer)
				resolve()
			}
			queue.add(takeSlot)
			const timer =
				maxWaitMs === undefined
					? undefined
					: setTimeout(() => {
							queue.delete(takeSlot)
							reject(createError())
						}, maxWaitMs)
		})
	}
	return {
		throwIfFull,
		async run(work) {
			throwIfFull()
			if (running >= maxConcurrent) await waitForSlot()
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
