import type { FastifyBaseLogger } from 'fastify'
import { dropOldSignInFailures } from './auth/queries.ts'
import { dropOldSightings } from './reviews/seen.ts'
import type { Services } from './services.ts'
import { advanceWindows } from './windows.ts'

const WINDOWS_EVERY_MS = 5_000
const CLEANING_EVERY_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Starts what runs by itself beside the requests; returns what stops it and waits for what is running. */
export function startJobs(services: Services, log: FastifyBaseLogger): () => Promise<void> {
	const stops = [
		repeat('windows', WINDOWS_EVERY_MS, log, () => advanceWindows(services.db, services.clock())),
		repeat('cleaning', CLEANING_EVERY_MS, log, async () => {
			const yesterday = new Date(services.clock() - DAY_MS).toISOString()
			await dropOldSignInFailures(services.db, yesterday)
			await dropOldSightings(services.db, yesterday.slice(0, 10))
		}),
	]
	return async () => {
		await Promise.all(stops.map((stop) => stop()))
	}
}

/** Runs a job again and again, never twice at once; a failure is logged and the next turn tries again. */
function repeat(
	job: string,
	everyMs: number,
	log: FastifyBaseLogger,
	run: () => Promise<unknown>,
): () => Promise<unknown> {
	let running: Promise<unknown> | undefined
	const timer = setInterval(() => {
		running ??= run()
			.catch((error: unknown) => log.error({ err: error, job }, 'job failed'))
			.finally(() => {
				running = undefined
			})
	}, everyMs)
	timer.unref()
	return async () => {
		clearInterval(timer)
		await running
	}
}
