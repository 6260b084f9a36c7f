import type { Worker } from 'node:cluster'

/** How long a worker may leave the primary without an answer. */
export interface HeartbeatLimit {
	intervalMs: number
	/** How many pings in a row it may leave unanswered. */
	maxUnanswered: number
}

/**
 * The limit of 30 seconds. A busy worker stays far below it: it answers in every turn of its event loop, and none lasts a
 * second, because passwords, pictures and drawings are computed in threads and processes of their own. Time in which the
 * primary does not run either, on a suspended or overloaded machine, hardly counts: it sends one ping when it is back.
 */
export const HEARTBEAT_LIMIT: HeartbeatLimit = { intervalMs: 5_000, maxUnanswered: 6 }

const PING = 'ping'
const PONG = 'pong'

/** Lets this worker answer the pings of its primary. */
export function answerPings(): void {
	// The primary may end meanwhile, which another listener handles
	process.on('message', (message) => message === PING && process.connected && process.send?.(PONG, () => {}))
}

/** Pings a worker until it ends, and calls `onHung` when it exceeds the limit. The first answer starts the count. */
export function watchPings(worker: Worker, { intervalMs, maxUnanswered }: HeartbeatLimit, onHung: () => void): void {
	let unanswered: number | undefined
	const timer = setInterval(() => {
		if (unanswered === maxUnanswered) {
			clearInterval(timer)
			return onHung()
		}
		if (unanswered !== undefined) unanswered++
		worker.send(PING)
	}, intervalMs)
	worker.on('message', (message) => {
		if (message === PONG) unanswered = 0
	})
	worker.once('exit', () => clearInterval(timer))
}
