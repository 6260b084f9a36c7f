import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/tables.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { claimJob, findJobDelay, finishJob, renewJobLease } from './queries.ts'

/** Well below the duration of a lease. */
const RENEWAL_INTERVAL_MS = 1_000
/** The first check after a start, which has more urgent work. */
const FIRST_CHECK_MS = 1_000
const MIN_PAUSE_MS = 100
/** The pause after a check that failed, for jobs with a longer interval. */
const MAX_RETRY_PAUSE_MS = 60_000

/** Where a disk stores nothing, the records of all jobs would hold every connection of the process, and no read would have one. */
const records = createLimiter({ maxConcurrent: 2 })

export interface Job {
	name: string
	intervalMs: number
	/** Does the work. If it takes long, it ends early when the process is `stopping`, and a later run continues. */
	run: (stopping?: AbortSignal) => Promise<unknown>
}

/** Stops a job and waits until it no longer runs. */
export type StopJob = () => Promise<unknown>

/** Runs a job of this process at its interval, never twice at once. Failures are logged, and the next run retries. */
export function scheduleLocalJob({ name, intervalMs, run }: Job, log: FastifyBaseLogger): StopJob {
	let running: Promise<unknown> | undefined
	const timer = setInterval(() => {
		running ??= run()
			.catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'))
			.finally(() => {
				running = undefined
			})
	}, intervalMs)
	timer.unref()
	return async () => {
		clearInterval(timer)
		await running
	}
}

/**
 * Runs a job at its interval in one of the processes that use the database, and records its runs there. The database
 * leases the job to a process, which renews the lease while it runs: after a kill, another process takes over within
 * seconds. A process that was unresponsive for longer may still be running it, so the job must tolerate that.
 */
export function scheduleSharedJob(
	job: Job,
	db: Db,
	log: FastifyBaseLogger,
	/** An event with the name of the job makes this process check at once. */
	wakes = new EventTarget(),
): StopJob {
	const { name, intervalMs } = job
	const stopping = new AbortController()
	let isAwake = false
	let endPause = () => {}
	const wake = () => {
		isAwake = true
		endPause()
	}
	wakes.addEventListener(name, wake)
	stopping.signal.addEventListener('abort', () => wakes.removeEventListener(name, wake))

	/** Returns false if the job is to stop. */
	async function pauseUnlessAwake(ms: number): Promise<boolean> {
		const waking = new AbortController()
		endPause = () => waking.abort()
		if (!isAwake) await pause(ms, AbortSignal.any([stopping.signal, waking.signal]))
		isAwake = false
		return !stopping.signal.aborted
	}

	async function repeat(): Promise<void> {
		let pauseMs = Math.min(intervalMs, FIRST_CHECK_MS)
		while (await pauseUnlessAwake(pauseMs))
			pauseMs = await runIfDue(job, db, log, stopping.signal).catch((error: unknown) => {
				log.error({ err: error, job: name }, 'job failed')
				return Math.min(intervalMs, MAX_RETRY_PAUSE_MS)
			})
	}

	const repeating = repeat()
	return () => {
		stopping.abort()
		return repeating
	}
}

/** Returns after how many milliseconds to check again. */
async function runIfDue(
	{ name, intervalMs, run }: Job,
	db: Db,
	log: FastifyBaseLogger,
	stopping: AbortSignal,
): Promise<number> {
	const delayMs = await findJobDelay(db, name, intervalMs)
	if (delayMs > 0) return Math.min(delayMs, intervalMs)
	const processName = `process ${process.pid} on ${hostname()}`
	if (!(await records.run(() => claimJob(db, { job: name, process: processName, intervalMs })))) return MIN_PAUSE_MS
	const startedMs = performance.now()
	const stopRenewing = renewRegularly(() => records.run(() => renewJobLease(db, name, processName)))
	let failure: unknown
	try {
		await run(stopping)
	} catch (error) {
		log.error({ err: error, job: name }, 'job failed')
		failure = error ?? new Error('no reason')
	} finally {
		stopRenewing()
	}
	const durationMs = performance.now() - startedMs
	const error = failure === undefined ? null : getErrorClass(failure)
	await records.run(() => finishJob(db, { job: name, process: processName, durationMs, error }))
	return Math.max(MIN_PAUSE_MS, intervalMs - durationMs)
}

/** Calls `renew` at an interval, one call at a time, until the returned function is called. */
function renewRegularly(renew: () => Promise<void>): () => void {
	let isRenewing = false
	const timer = setInterval(async () => {
		if (isRenewing) return
		isRenewing = true
		// An outage of the database makes the job fail, too
		await renew().catch(() => {})
		isRenewing = false
	}, RENEWAL_INTERVAL_MS)
	timer.unref()
	return () => clearInterval(timer)
}

/** Pauses until the time is over or the signal ends it. */
function pause(ms: number, signal: AbortSignal): Promise<unknown> {
	return sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}

/** Returns an error's code or name: its message may quote what people wrote. */
function getErrorClass(error: unknown): string {
	if (!(error instanceof Error)) return typeof error
	const { code } = error as NodeJS.ErrnoException
	return code === undefined ? error.name : String(code)
}
