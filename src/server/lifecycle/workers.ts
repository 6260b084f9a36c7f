import { HEARTBEAT_LIMIT, type HeartbeatLimit } from './heartbeat.ts'
import type { StartupError } from './startup-errors.ts'
import { createWorkerPool, type WorkerFailures, type WorkerPool } from './worker-pool.ts'

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
	countFailures: () => WorkerFailures
}

interface Options {
	report: (sentence: string) => void
	/** Called if no worker is left and none can start. */
	onFailure: (error: StartupError) => void
	heartbeat?: HeartbeatLimit
}

/** Manages `count` workers. One that ends unexpectedly, or does not answer any more, is replaced. */
export function createWorkers(count: number, { report, onFailure, heartbeat = HEARTBEAT_LIMIT }: Options): Workers {
	const pool = createWorkerPool({ report, onFailure, heartbeat })
	let isStarted = false
	let restarting: Promise<void> | undefined
	return {
		async start() {
			try {
				const port = await pool.startWorker()
				await Promise.all(Array.from({ length: count - 1 }, pool.startWorker))
				isStarted = true
				return port
			} catch (error) {
				// The stop ends this process once those that listen have completed their requests
				if (pool.isStopping()) return new Promise(() => {})
				kill(pool)
				throw error
			}
		},
		async restart() {
			if (!isStarted || pool.isStopping()) return
			restarting ??= restartAll(pool, report).finally(() => {
				restarting = undefined
			})
			await restarting
		},
		stop: () => stopAll(pool),
		kill: () => kill(pool),
		countFailures: pool.countFailures,
	}
}

async function restartAll(pool: WorkerPool, report: (sentence: string) => void): Promise<void> {
	const previous = listListening(pool)
	report(`Restarting ${previous.length} workers, one at a time…`)
	for (const worker of previous) {
		if (pool.isStopping()) return
		// It has been replaced meanwhile
		if (!pool.list().includes(worker)) continue
		try {
			await pool.startWorker()
		} catch (error) {
			if (!pool.isStopping()) report(`${(error as Error).message} The others go on as before.`)
			return
		}
		await worker.close(false)
		await worker.waitForExit()
	}
	if (!pool.isStopping()) report('All workers were restarted.')
}

async function stopAll(pool: WorkerPool): Promise<number> {
	pool.beginStop()
	const listening = listListening(pool)
	// The others have nothing to complete
	for (const worker of pool.list()) if (!worker.isListening()) worker.kill()
	const exits = listening.map((worker) => worker.waitForExit())
	await Promise.all(listening.slice(0, -1).map((worker) => worker.close(false)))
	await listening.at(-1)?.close(true)
	return (await Promise.all(exits)).every((exit) => exit === 0) ? 0 : 1
}

function kill(pool: WorkerPool): void {
	for (const worker of pool.list()) worker.kill()
}

function listListening(pool: WorkerPool) {
	return pool.list().filter((worker) => worker.isListening())
}
