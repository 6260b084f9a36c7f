import type { Refusal } from '#contract/endpoint.ts'
import { AppError, RETRY_AFTER_SECONDS, UNAVAILABLE } from './errors.ts'

/** A semaphore with a bounded queue, for costly work. */
export interface Limiter {
	/**
	 * Runs the work once a slot is free. Throws 503 if the queue is full, or if no slot is free within `maxWaitMs`. The owner is
	 * asked for only while the work would have to wait.
	 */
	run: <T>(work: () => Promise<T>, getOwner?: GetOwner) => Promise<T>
	/** Throws that 503 if the queue is full, so that callers can fail before they prepare anything. */
	throwIfFull: () => void
	/** Returns whether the queue is full, which counts as a refusal: for callers that send the 503 themselves. */
	refuseIfFull: (getOwner?: GetOwner) => boolean
	queueState: () => QueueState
}

/** Returns on whose behalf work waits; undefined if it shares its place in the queue with nobody. */
type GetOwner = () => string | undefined

/** The state of a queue, for metrics. */
export interface QueueState {
	/** How much work is in progress. */
	running: number
	/** How much work is waiting. */
	waiting: number
	/** How long the oldest waiting work has waited; 0 if none is waiting. */
	oldestWaitMs: number
	/** How much work was refused so far because the queue was full or the wait too long. */
	refused: number
}

interface LimiterOptions {
	maxConcurrent: number
	/** Unlimited by default, for callers that bound their queue elsewhere. */
	maxQueued?: number
	/** How much work of one owner waits; the rest of it is refused as if the queue were full. */
	maxQueuedPerOwner?: number
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
	maxQueuedPerOwner = Number.POSITIVE_INFINITY,
	maxWaitMs,
	refusal = UNAVAILABLE,
	retryAfterSeconds = Number(RETRY_AFTER_SECONDS),
}: LimiterOptions): Limiter {
	let running = 0
	let refused = 0
	/** The waiting callers in order, with the time of their arrival. */
	const queue = new Map<() => void, number>()
	const waitingOf = new Map<string, number>()
	function createError(): AppError {
		refused++
		return new AppError(503, refusal, { headers: { 'retry-after': String(retryAfterSeconds) } })
	}
	const isFull = (getOwner?: GetOwner) =>
		running >= maxConcurrent && (queue.size >= maxQueued || countWaiting(getOwner?.()) >= maxQueuedPerOwner)
	const countWaiting = (owner: string | undefined) => (owner === undefined ? 0 : (waitingOf.get(owner) ?? 0))
	function throwIfFull(getOwner?: GetOwner): void {
		if (isFull(getOwner)) throw createError()
	}
	async function waitOnBehalf(owner: string | undefined): Promise<void> {
		if (owner === undefined) return waitForSlot()
		waitingOf.set(owner, (waitingOf.get(owner) ?? 0) + 1)
		try {
			await waitForSlot()
		} finally {
			const waiting = (waitingOf.get(owner) ?? 1) - 1
			if (waiting > 0) waitingOf.set(owner, waiting)
			else waitingOf.delete(owner)
		}
	}
	function waitForSlot(): Promise<void> {
		return new Promise((resolve, reject) => {
			const takeSlot = () => {
				clearTimeout(timer)
				resolve()
			}
			queue.set(takeSlot, performance.now())
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
		throwIfFull: () => throwIfFull(),
		refuseIfFull(getOwner) {
			const isRefused = isFull(getOwner)
			if (isRefused) refused++
			return isRefused
		},
		queueState() {
			const [oldestMs] = queue.values()
			const oldestWaitMs = oldestMs === undefined ? 0 : performance.now() - oldestMs
			return { running, waiting: queue.size, oldestWaitMs, refused }
		},
		async run(work, getOwner) {
			throwIfFull(getOwner)
			if (running >= maxConcurrent) await waitOnBehalf(getOwner?.())
			else running++
			try {
				return await work()
			} finally {
				// The first in the queue takes over the slot
				const [takeSlot] = queue.keys()
				if (takeSlot) {
					queue.delete(takeSlot)
					takeSlot()
				} else running--
			}
		},
	}
}
