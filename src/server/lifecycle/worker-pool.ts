import { setTimeout as sleep } from 'node:timers/promises'
import type { HeartbeatLimit } from './heartbeat.ts'
import { StartupError } from './startup-errors.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** A worker that lives for this long has started well. */
const STABLE_AFTER_MS = 10_000
const MIN_RESTART_DELAY_MS = 500
const MAX_RESTART_DELAY_MS = 30_000
/** So many failures in a row end the site if no worker is left. */
const MAX_FAILURES = 5
const NONE_LEFT = 'All worker processes have ended, and no new one stays. See the errors above.'

/** Workers of which each is replaced when it fails. */
export interface WorkerPool {
	/** Starts a worker and returns its port once it listens. Throws `StartupError` if it ends before. */
	startWorker: () => Promise<number>
	/** Returns the workers that run, those that do not listen yet included. */
	list: () => WorkerProcess[]
	/** From now on no worker is replaced. */
	beginStop: () => void
	isStopping: () => boolean
	countFailures: () => WorkerFailures
}

/** How many workers have ended unexpectedly, and how many were killed because they did not answer. */
export interface WorkerFailures {
	ended: number
	hung: number
}

export interface WorkerPoolOptions {
	report: (sentence: string) => void
	/** Called if no worker is left and none can start. */
	onFailure: (error: StartupError) => void
	heartbeat: HeartbeatLimit
}

/** Creates a pool without workers. One that fails is replaced, with a growing delay if that happens again. */
export function createWorkerPool({ report, onFailure, heartbeat }: WorkerPoolOptions): WorkerPool {
	const workers = new Set<WorkerProcess>()
	const failures: WorkerFailures = { ended: 0, hung: 0 }
	const backoff = createBackoff()
	let isStopping = false

	async function startWorker(): Promise<number> {
		const worker = startWorkerProcess(heartbeat)
		workers.add(worker)
		const ended = worker.exited.then((exit) => removeWorker(worker, exit))
		const result = await Promise.race([worker.listening, ended])
		if (result instanceof StartupError) throw result
		backoff.resetAfter(STABLE_AFTER_MS, () => workers.has(worker))
		return result.port
	}
	/** Replaces a worker that has ended, unless it never listened or had to stop. Returns the error for the former. */
	function removeWorker(worker: WorkerProcess, exit: number | string): StartupError {
		workers.delete(worker)
		const describeEnd = (verb: string) =>
			worker.isHung() ? describeKill(heartbeat) : `${verb} with ${describeExit(exit)}`
		if (!worker.isStopping()) {
			failures[worker.isHung() ? 'hung' : 'ended']++
			if (worker.isListening()) {
				report(`Worker process ${worker.pid} ${describeEnd('ended unexpectedly')}.`)
				void replace()
			}
		}
		return new StartupError(`A worker ${describeEnd('ended')} before it was ready.`)
	}
	/** Starts a worker in place of one that has ended, as often as it takes. */
	async function replace(): Promise<void> {
		while (!isStopping) {
			backoff.countFailure()
			if (backoff.isExhausted() && !hasListening(workers)) return onFailure(new StartupError(NONE_LEFT))
			await backoff.pause()
			if (isStopping) return
			try {
				await startWorker()
				return report('Another worker has taken its place.')
			} catch (error) {
				if (!isStopping) report((error as Error).message)
			}
		}
	}
	return {
		startWorker,
		list: () => [...workers],
		beginStop() {
			isStopping = true
		},
		isStopping: () => isStopping,
		countFailures: () => failures,
	}
}

/** Counts failures in a row, and paces what is tried again. */
function createBackoff() {
	let failures = 0
	return {
		countFailure() {
			failures++
		},
		isExhausted: () => failures > MAX_FAILURES,
		pause: () => sleep(failures === 1 ? 0 : Math.min(MAX_RESTART_DELAY_MS, MIN_RESTART_DELAY_MS * 2 ** (failures - 2))),
		/** Forgets the failures after a time, if that is still right then. */
		resetAfter(ms: number, isRight: () => boolean) {
			setTimeout(() => {
				if (isRight()) failures = 0
			}, ms).unref()
		},
	}
}

function hasListening(workers: ReadonlySet<WorkerProcess>): boolean {
	return [...workers].some((worker) => worker.isListening())
}

function describeExit(exit: number | string): string {
	return typeof exit === 'number' ? `code ${exit}` : `signal ${exit}`
}

function describeKill({ intervalMs, maxUnanswered }: HeartbeatLimit): string {
	return `was killed because it had not answered for ${(intervalMs * maxUnanswered) / 1000} seconds`
}
