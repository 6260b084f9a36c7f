import type { FastifyBaseLogger } from 'fastify'
import { LIFETIMES } from '#contract/limits.ts'
import { maintainEmbedded } from '#server/db/embedded-upkeep.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { completeDeletions } from '#server/features/account/queries-deletions.ts'
import { dropOldLinks } from '#server/features/account/queries-email-links.ts'
import { dropOldMailCounts } from '#server/features/account/queries-mailbox-limits.ts'
import { correctFeeds } from '#server/features/activity/queries.ts'
import { dropUnusedPictures } from '#server/features/media/stored-picture.ts'
import { dropOldSightings } from '#server/features/reviews/queries-seen.ts'
import { dropOldSessions } from '#server/features/sessions/queries.ts'
import { dropOldSignInFailures } from '#server/features/sessions/queries-sign-in-limits.ts'
import { dropOldAttempts } from '#server/features/social-login/queries-attempts.ts'
import { dropOldIdempotencyKeys } from '#server/http/queries-idempotency.ts'
import { dropOldMails, mailFolder } from '#server/mail/deliver.ts'
import type { Services } from '#server/services.ts'

const WINDOWS_EVERY_MS = 5_000
const PURGES_EVERY_MS = 5_000
const FEEDS_EVERY_MS = 5_000
const CLEANING_EVERY_MS = 10 * 60 * 1000
const PICTURES_EVERY_MS = 60 * 1000
const UPKEEP_EVERY_MS = 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** The links in them work for a day. */
const MAILS_KEPT_MS = 2 * DAY_MS
/** Longer than the mail queue tries. */
const LONGEST_ON_ITS_WAY_MS = 2 * 60 * 60 * 1000

/** Starts what runs by itself beside the requests; returns what stops it and waits for what is running. */
export function startJobs(services: Services, log: FastifyBaseLogger): () => Promise<void> {
	const stops = [
		repeat('windows', WINDOWS_EVERY_MS, log, () =>
			withoutStatementTimeout(services.db, (db) => advanceWindows(db, services.clock())),
		),
		repeat('cleaning', CLEANING_EVERY_MS, log, () =>
			withoutStatementTimeout(services.db, async (db) => {
				const yesterday = new Date(services.clock() - DAY_MS).toISOString()
				await dropOldSignInFailures(db, yesterday)
				await dropOldSightings(db, yesterday.slice(0, 10))
				await dropOldLinks(db, yesterday)
				await dropOldAttempts(db, yesterday)
				await dropOldMailCounts(db, yesterday)
				await dropOldIdempotencyKeys(db, yesterday)
				await dropOldSessions(db, yesterday, new Date(services.clock() - LIFETIMES.refreshTokenMs).toISOString())
			}),
		),
		repeat('purges', PURGES_EVERY_MS, log, () => services.purges.resume()),
		repeat('feeds', FEEDS_EVERY_MS, log, () => correctFeeds(services.db)),
		repeat('deletions', CLEANING_EVERY_MS, log, () => finishDeletions(services)),
		repeat('pictures', PICTURES_EVERY_MS, log, () => dropUnusedPictures(services)),
		repeat('kept pictures', CLEANING_EVERY_MS, log, () =>
			Promise.all(services.keptPictures.map((kept) => kept.trim())),
		),
	]
	if (services.config.databaseUrl === undefined)
		stops.push(repeat('upkeep', UPKEEP_EVERY_MS, log, () => maintainEmbedded(services.db)))
	return async () => {
		await Promise.all(stops.map((stop) => stop()))
	}
}

/** Drops mails that were written to files, and completes the deletions of which nothing can be left among them. */
async function finishDeletions({ db, config, clock }: Services): Promise<void> {
	const oldestMail = (await dropOldMails(mailFolder(config), clock() - MAILS_KEPT_MS)) ?? clock()
	await completeDeletions(
		db,
		new Date(oldestMail - LONGEST_ON_ITS_WAY_MS).toISOString(),
		new Date(clock()).toISOString(),
	)
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
