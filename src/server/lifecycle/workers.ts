import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from './startup-errors.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** A worker that lives for this long has started well. */
const STABLE_AFTER_MS = 10_000
const MIN_RESTART_DELAY_MS = 500
const MAX_RESTART_DELAY_MS = 30_000
/** So many failures in a row end the site if no worker is left. */
const MAX_FAILURES = 5

/** The site's processes on this machine. */
export interface Workers {
	/** Starts one, which prepares the database, then the others. Returns their port. Throws `StartupError`. */
	start: () => Promise<number>
	/** Replaces the workers one at a time: the new one listens before the old one stops. */
	restart: () => Promise<void>
	/** Stops all of them gracefully. Returns the exit code of the site. */
	stop: () => Promise<number>
	/** Kills all of them. */
	kill: () => void
}

interface Options {
	report: (sentence: string) => void
	/** Called if no worker is left and none can start. */
	onFailure: (error: StartupError) => void
}

/** Manages `count` workers. One that ends unexpectedly is replaced, with a growing delay if that happens again. */
export function createWorkers(count: number, { report, onFailure }: Options): Workers {
	const workers = new Set<WorkerProcess>()
	let isStarted = false
	let isStopping = false
	let restarting: Promise<void> | undefined
	/** Starts that failed and workers that soon ended, in a row. */
	let failureCount = 0

	const listListening = () => [...workers].filter((worker) => worker.isListening())

	/** Starts a worker and returns its port once it listens. Throws if it ends before. */
	async function startWorker(): Promise<number> {
		const worker = startWorkerProcess()
		workers.add(worker)
		const ended = worker.exited.then((exit) => {
			workers.delete(worker)
			if (worker.isListening() && !worker.isStopping()) {
				report(`Worker process ${worker.pid} ended unexpectedly with ${describeExit(exit)}.`)
				void replace()
			}
			return new StartupError(`A worker ended with ${describeExit(exit)} before it was ready.`)
		})
		const result = await Promise.race([worker.listening, ended])
		if (result instanceof StartupError) throw result
		setTimeout(() => {
			if (workers.has(worker)) failureCount = 0
		}, STABLE_AFTER_MS).unref()
		return result.port
	}

	/** Starts a worker in place of one that has ended, as often as it takes. */
	async function replace(): Promise<void> {
		while (!isStopping) {
			failureCount++
			if (failureCount > MAX_FAILURES && listListening().length === 0)
				return onFailure(
					new StartupError('All worker processes have ended, and no new one stays. See the errors above.'),
				)
			await sleep(getDelay(failureCount))
			if (isStopping) return
			try {
				await startWorker()
				return report('Another worker has taken its place.')
			} catch (error) {
				if (!isStopping) report((error as Error).message)
			}
		}
	}

	async function restartAll(): Promise<void> {
		const previous = listListening()
		report(`Restarting ${previous.length} workers, one at a time…`)
		for (const worker of previous) {
			if (isStopping) return
			// It has been replaced meanwhile
			if (!workers.has(worker)) continue
			try {
				await startWorker()
			} catch (error) {
				if (!isStopping) report(`${(error as Error).message} The others go on as before.`)
				return
			}
			await worker.close(false)
			await worker.waitForExit()
		}
		if (!isStopping) report('All workers were restarted.')
	}

	function kill(): void {
		for (const worker of workers) worker.kill()
	}

	return {
		async start() {
			try {
				const port = await startWorker()
				await Promise.all(Array.from({ length: count - 1 }, startWorker))
				isStarted = true
				return port
			} catch (error) {
				// The stop ends this process once those that listen have completed their requests
				if (isStopping) return new Promise(() => {})
				kill()
				throw error
			}
		},
		async restart() {
			if (!isStarted || isStopping) return
			restarting ??= restartAll().finally(() => {
				restarting = undefined
			})
			await restarting
		},
		async stop() {
			isStopping = true
			const listening = listListening()
			// The others have nothing to complete
			for (const worker of workers) if (!worker.isListening()) worker.kill()
			const exits = listening.map((worker) => worker.waitForExit())
			await Promise.all(listening.slice(0, -1).map((worker) => worker.close(false)))
			await listening.at(-1)?.close(true)
			return (await Promise.all(exits)).every((exit) => exit === 0) ? 0 : 1
		},
		kill,
	}
}

function getDelay(failures: number): number {
	return failures === 1 ? 0 : Math.min(MAX_RESTART_DELAY_MS, MIN_RESTART_DELAY_MS * 2 ** (failures - 2))
}

function describeExit(exit: number | string): string {
	return typeof exit === 'number' ? `code ${exit}` : `signal ${exit}`
}
