import cluster, { type Address } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HeartbeatLimit, watchPings } from './heartbeat.ts'
import { locateProgram } from './program-location.ts'

/** Tells a worker to stop. The last one first accepts what waits in the system's queue; others leave that to it. */
export interface StopOrder {
	kind: 'stop'
	isLast: boolean
}

/** What a worker sends once it accepts no more connections. */
export const CLOSED = 'closed'

/** How long the others wait for a worker to stop accepting connections. */
const CLOSE_TIMEOUT_MS = 1_000
/** Longer than a worker takes for a graceful stop. */
const STOP_TIMEOUT_MS = 10_000
/** What a worker sends to the primary, which sends it back after a turn of its event loop. */
const ECHO = 'echo'

/**
 * Sets what keeps a worker small where the primary does not have it in its environment, as with another service manager than
 * ours: V8 lets its young generation grow to 48 MB instead of 96 or more, and glibc spreads freed memory over two arenas
 * instead of eight per processor.
 */
function limitMemory({ NODE_OPTIONS = '', MALLOC_ARENA_MAX = '2' }: NodeJS.ProcessEnv) {
	// Of two equal options the last one applies
	return { NODE_OPTIONS: `--max-semi-space-size=16 ${NODE_OPTIONS}`, MALLOC_ARENA_MAX }
}

/** One of the site's processes, which serves requests. */
export interface WorkerProcess {
	pid: number | undefined
	isListening: () => boolean
	/** Whether it ends on request. */
	isStopping: () => boolean
	/** Whether it was killed because it did not answer for too long. */
	isHung: () => boolean
	/** Resolves with its address once it listens. Never resolves if it ends before. */
	listening: Promise<Address>
	/** Resolves with its exit code, or the signal that ended it. */
	exited: Promise<number | string>
	/** Stops it gracefully, and resolves once it accepts no more connections. */
	close: (isLast: boolean) => Promise<void>
	/** Waits until a stopping worker has ended, and kills it if that takes too long. Returns what `exited` does. */
	waitForExit: () => Promise<number | string>
	kill: () => void
}

/**
 * Waits in a worker until its primary has accepted the connections, and closed the port, that it had to at this moment: the
 * primary accepts connections for all workers, and messages between the two keep their order.
 */
export async function waitForPrimary(): Promise<void> {
	if (!process.connected) return
	const echoed = Promise.withResolvers<void>()
	const onMessage = (message: unknown) => message === ECHO && echoed.resolve()
	process.on('message', onMessage)
	process.send?.(ECHO, () => {})
	await Promise.race([echoed.promise, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
	process.off('message', onMessage)
}

/** The links that led to this process can lead elsewhere later. */
const PROGRAM = locateProgram()

/** Starts a worker, which runs the program of this process, or the version that has taken its place. */
export function startWorkerProcess(heartbeat: HeartbeatLimit): WorkerProcess {
	if (cluster.settings.exec === undefined) cluster.setupPrimary(PROGRAM)
	const worker = cluster.fork(limitMemory(process.env))
	const listening = Promise.withResolvers<Address>()
	const exited = Promise.withResolvers<number | string>()
	const closed = Promise.withResolvers<void>()
	let isListening = false
	let isStopping = false
	let isHung = false
	// A message to a worker that has just ended
	worker.on('error', () => {})
	worker.once('listening', (address: Address) => {
		isListening = true
		listening.resolve(address)
	})
	worker.on('message', (message) => {
		if (message === CLOSED) closed.resolve()
		// After the next poll, which accepts what is waiting
		if (message === ECHO) setImmediate(() => setImmediate(() => worker.isConnected() && worker.send(ECHO)))
	})
	watchPings(worker, heartbeat, () => {
		isHung = true
		worker.process.kill('SIGKILL')
	})
	worker.once('exit', (code: number, signal: string | null) => exited.resolve(signal ?? code))
	return {
		pid: worker.process.pid,
		isListening: () => isListening,
		isStopping: () => isStopping,
		isHung: () => isHung,
		listening: listening.promise,
		exited: exited.promise,
		async close(isLast) {
			isStopping = true
			worker.send({ kind: 'stop', isLast } satisfies StopOrder)
			await Promise.race([closed.promise, exited.promise, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
		},
		async waitForExit() {
			const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS)
			const exit = await exited.promise
			clearTimeout(timer)
			return exit
		},
		kill() {
			isStopping = true
			worker.process.kill('SIGKILL')
		},
	}
}
