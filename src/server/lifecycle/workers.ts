import cluster, { type Address, type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from './startup-errors.ts'

/** Tells a worker to stop. The last one first accepts what waits in the system's queue; others leave that to it. */
export interface StopOrder {
	kind: 'stop'
	isLast: boolean
}

/** What a worker sends once it accepts no more connections. */
export const CLOSED = 'closed'

/** A worker that lives for this long has started well. */
const STABLE_AFTER_MS = 10_000
const MIN_RESTART_DELAY_MS = 500
const MAX_RESTART_DELAY_MS = 30_000
/** So many failures in a row end the site if no worker is left. */
const MAX_FAILURES = 5
/** How long the others wait for a worker to stop accepting connections. */
const CLOSE_TIMEOUT_MS = 1_000
/** Longer than a worker takes for a graceful stop. */
const STOP_TIMEOUT_MS = 10_000

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

interface Member {
	worker: Worker
	isListening: boolean
	/** Whether it stops because this process told it to. */
	isStopping: boolean
	/** Resolves with the exit code, or the signal that ended it. */
	exited: Promise<number | string>
}

/**
 * Manages `count` workers, which run the program of this process. One that ends unexpectedly is replaced, with a growing
 * delay if that happens again. `onFailure` is called if no worker is left and none can start.
 */
export function createWorkers(
	count: number,
	{ report, onFailure }: { report: (sentence: string) => void; onFailure: (error: StartupError) => void },
): Workers {
	const members = new Set<Member>()
	let isStarted = false
	let isStopping = false
	let restarting: Promise<void> | undefined
	/** Starts that failed and workers that soon ended, in a row. */
	let failureCount = 0

	const listListening = () => [...members].filter(({ isListening }) => isListening)

	/** Starts a worker and resolves with its address once it listens. Rejects if it ends before. */
	function startWorker(): Promise<Address> {
		const worker = cluster.fork()
		const exit = Promise.withResolvers<number | string>()
		const listening = Promise.withResolvers<Address>()
		const member: Member = { worker, isListening: false, isStopping: false, exited: exit.promise }
		members.add(member)
		// A failed send to a worker that has just ended
		worker.on('error', () => {})
		worker.once('listening', (address: Address) => {
			member.isListening = true
			setTimeout(() => {
				if (members.has(member)) failureCount = 0
			}, STABLE_AFTER_MS).unref()
			listening.resolve(address)
		})
		worker.once('exit', (code: number, signal: string | null) => {
			members.delete(member)
			exit.resolve(signal ?? code)
			listening.reject(new StartupError(`A worker ended with ${describeExit(signal ?? code)} before it was ready.`))
			if (member.isListening && !member.isStopping) {
				report(`Worker process ${worker.process.pid} ended unexpectedly with ${describeExit(signal ?? code)}.`)
				void replace()
			}
		})
		return listening.promise
	}

	/** Starts a worker in place of one that has ended, as often as it takes. */
	async function replace(): Promise<void> {
		while (!isStopping) {
			failureCount++
			if (failureCount > MAX_FAILURES && listListening().length === 0)
				return onFailure(
					new StartupError('All worker processes have ended, and no new one stays. See the errors above.'),
				)
			await sleep(getDelay(failureCount), undefined, { ref: false })
			if (isStopping) return
			const failure = await startWorker().then(
				() => undefined,
				(error: Error) => error,
			)
			if (!failure) return report('Another worker has taken its place.')
			if (!isStopping) report(failure.message)
		}
	}

	/** Stops a worker gracefully, and resolves once it accepts no more connections. */
	async function closeMember(member: Member, isLast: boolean): Promise<void> {
		const { worker, exited } = member
		member.isStopping = true
		const closed = new Promise<void>((resolve) => {
			worker.on('message', (message) => message === CLOSED && resolve())
		})
		worker.send({ kind: 'stop', isLast } satisfies StopOrder)
		await Promise.race([closed, exited, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
	}

	/** Waits for a stopping worker, and kills it if it takes too long. */
	async function waitForExit({ worker, exited }: Member): Promise<number | string> {
		const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS)
		const exit = await exited
		clearTimeout(timer)
		return exit
	}

	function kill(condemned: readonly Member[]): void {
		for (const member of condemned) {
			member.isStopping = true
			member.worker.process.kill('SIGKILL')
		}
	}

	async function restartAll(): Promise<void> {
		const olds = listListening()
		report(`Restarting ${olds.length} workers, one at a time…`)
		for (const old of olds) {
			if (isStopping) return
			if (!members.has(old)) continue
			try {
				await startWorker()
			} catch (error) {
				if (!isStopping) report(`${(error as Error).message} The others go on as before.`)
				return
			}
			await closeMember(old, false)
			await waitForExit(old)
		}
		if (!isStopping) report('All workers were restarted.')
	}

	return {
		async start() {
			try {
				const { port } = await startWorker()
				await Promise.all(Array.from({ length: count - 1 }, startWorker))
				isStarted = true
				return port
			} catch (error) {
				kill([...members])
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
			// Those that do not listen yet have nothing to complete
			kill([...members].filter(({ isListening }) => !isListening))
			const listening = listListening()
			const exits = listening.map(waitForExit)
			await Promise.all(listening.slice(0, -1).map((member) => closeMember(member, false)))
			const last = listening.at(-1)
			if (last) await closeMember(last, true)
			return (await Promise.all(exits)).every((exit) => exit === 0) ? 0 : 1
		},
		kill: () => kill([...members]),
	}
}

function getDelay(failures: number): number {
	return failures === 1 ? 0 : Math.min(MAX_RESTART_DELAY_MS, MIN_RESTART_DELAY_MS * 2 ** (failures - 2))
}

function describeExit(exit: number | string): string {
	return typeof exit === 'number' ? `code ${exit}` : `signal ${exit}`
}
