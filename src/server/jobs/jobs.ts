import type { FastifyBaseLogger } from 'fastify'
import { LIFETIMES } from '#contract/limits.ts'
import { maintainEmbedded } from '#server/db/embedded-maintenance.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { deleteExpiredLinks } from '#server/features/account/queries-email-links.ts'
import { deleteExpiredMailCounts } from '#server/features/account/queries-mailbox-limits.ts'
import { applyFeedCorrections } from '#server/features/activity/queries.ts'
import { deleteOrphanPictures } from '#server/features/media/orphan-pictures.ts'
import { deleteOldSightings } from '#server/features/reviews/queries-sightings.ts'
import { deleteExpiredSessions } from '#server/features/sessions/queries.ts'
import { deleteExpiredSignInFailures } from '#server/features/sessions/queries-sign-in-limits.ts'
import { deleteExpiredAttempts } from '#server/features/social-login/queries-attempts.ts'
import { deleteOldIdempotencyKeys } from '#server/http/queries-idempotency.ts'
import type { Services } from '#server/services.ts'
import { finishDeletions } from './finish-deletions.ts'

const WINDOWS_INTERVAL_MS = 5_000
const PURGES_INTERVAL_MS = 5_000
const FEEDS_INTERVAL_MS = 5_000
/** How soon a mail is retried, or sent for a process that was killed. */
const MAILS_INTERVAL_MS = 5_000
const CLEANUP_INTERVAL_MS = 10 * 60 * 1000
const PICTURES_INTERVAL_MS = 60 * 1000
const UPKEEP_INTERVAL_MS = 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Starts the background jobs. Returns a function that stops them and waits for the running ones. */
export function startJobs(services: Services, log: FastifyBaseLogger): () => Promise<void> {
	const stopFunctions = [
		repeatJob('windows', WINDOWS_INTERVAL_MS, log, () =>
			withoutStatementTimeout(services.db, (db) => advanceWindows(db, services.clock())),
		),
		repeatJob('cleanup', CLEANUP_INTERVAL_MS, log, () =>
			withoutStatementTimeout(services.db, async (db) => {
				const yesterday = new Date(services.clock() - DAY_MS).toISOString()
				await deleteExpiredSignInFailures(db, yesterday)
				await deleteOldSightings(db, yesterday.slice(0, 10))
				await deleteExpiredLinks(db, yesterday)
				await deleteExpiredAttempts(db, yesterday)
				await deleteExpiredMailCounts(db, yesterday)
				await deleteOldIdempotencyKeys(db, yesterday)
				await deleteExpiredSessions(db, yesterday, new Date(services.clock() - LIFETIMES.refreshTokenMs).toISOString())
			}),
		),
		repeatJob('purges', PURGES_INTERVAL_MS, log, () => services.purges.resume()),
		// In every process: each sends what it can
		repeatJob('mails', MAILS_INTERVAL_MS, log, () => services.mail.wake(log)),
		repeatJob('feeds', FEEDS_INTERVAL_MS, log, () => applyFeedCorrections(services.db)),
		repeatJob('deletions', CLEANUP_INTERVAL_MS, log, () => finishDeletions(services)),
		repeatJob('pictures', PICTURES_INTERVAL_MS, log, () => deleteOrphanPictures(services)),
		repeatJob('picture caches', CLEANUP_INTERVAL_MS, log, () =>
			Promise.all(services.pictureCaches.map((cache) => cache.trim())),
		),
	]
	if (services.config.databaseUrl === undefined)
		stopFunctions.push(repeatJob('upkeep', UPKEEP_INTERVAL_MS, log, () => maintainEmbedded(services.db)))
	return async () => {
		await Promise.all(stopFunctions.map((stop) => stop()))
	}
}

/** Runs a job at an interval, never twice at once. Failures are logged, and the next run retries. */
function repeatJob(
	job: string,
	intervalMs: number,
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
	}, intervalMs)
	timer.unref()
	return async () => {
		clearInterval(timer)
		await running
	}
}
