import type { FastifyBaseLogger } from 'fastify'
import { LIFETIMES, LIMITS } from '#contract/limits.ts'
import { continueImport } from '#server/catalog/admin-runs.ts'
import { IMPORT_JOB } from '#server/catalog/routes.ts'
import { now } from '#server/clock.ts'
import { hasPostponedMigration, migrate } from '#server/db/migrate.ts'
import { refreshRankings } from '#server/db/rankings.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { toUsernameExpiry } from '#server/features/account/available-usernames.ts'
import { deleteOldUsernames } from '#server/features/account/queries-deleted-usernames.ts'
import { deleteExpiredLinks } from '#server/features/account/queries-email-links.ts'
import { deleteExpiredMailCounts } from '#server/features/account/queries-mailbox-limits.ts'
import { deleteExpiredUnconfirmed } from '#server/features/account/queries-unconfirmed.ts'
import { applyFeedCorrections } from '#server/features/activity/queries.ts'
import { countDays } from '#server/features/admin/count-days.ts'
import { deleteOldAccesses } from '#server/features/admin/queries-people.ts'
import { deleteOldReleases } from '#server/features/calendar/queries-releases.ts'
import { tellReleases } from '#server/features/calendar/tell-releases.ts'
import { OWN_IMPORTS_JOB } from '#server/features/imports/import-response.ts'
import { deleteOldImports } from '#server/features/imports/queries.ts'
import { continueOwnImports } from '#server/features/imports/run-imports.ts'
import { deleteOrphanPictures } from '#server/features/media/orphan-pictures.ts'
import { thankAllReporters } from '#server/features/moderation/notices.ts'
import { deleteRemovedProfiles } from '#server/features/moderation/queries-actions.ts'
import { releaseHiddenTexts } from '#server/features/moderation/queries-text-states.ts'
import { queueDueDigests, queueDueMails } from '#server/features/notifications/mails.ts'
import { deleteOldNotifications } from '#server/features/notifications/queries.ts'
import { deleteOldDeliveries } from '#server/features/push/queries-deliveries.ts'
import { refreshRecommendations } from '#server/features/recommendations/refresh.ts'
import { deleteExpiredInvites } from '#server/features/registration/queries-invites.ts'
import { deleteExpiredReports } from '#server/features/reports/queries-unconfirmed.ts'
import { deleteOldDrafts } from '#server/features/reviews/queries-drafts.ts'
import { deleteOldImpressions } from '#server/features/reviews/queries-impressions.ts'
import { markPopularGames } from '#server/features/search/queries-popular.ts'
import { deleteExpiredChallenges } from '#server/features/second-factor/queries.ts'
import { deleteExpiredSessions } from '#server/features/sessions/queries.ts'
import { deleteExpiredPending } from '#server/features/sessions/queries-pending.ts'
import { deleteExpiredSignInFailures } from '#server/features/sessions/queries-sign-in-limits.ts'
import { deleteExpiredAttempts } from '#server/features/social-login/queries-attempts.ts'
import { deleteExpiredTokens } from '#server/features/tokens/queries.ts'
import { deleteOldIdempotencyKeys } from '#server/http/queries-idempotency.ts'
import type { Services } from '#server/services.ts'
import { deleteMailFiles, finishDeletions } from './finish-deletions.ts'
import { type Job, scheduleLocalJob, scheduleSharedJob } from './schedules.ts'

const WINDOWS_INTERVAL_MS = 5_000
/** Rankings may lag five seconds. */
const RANKINGS_INTERVAL_MS = 1_000
const PURGES_INTERVAL_MS = 5_000
const FEEDS_INTERVAL_MS = 5_000
/** How soon a mail is retried, or sent for a process that was killed. */
const MAILS_INTERVAL_MS = 5_000
/** How soon a push message is sent, or retried. */
const PUSHES_INTERVAL_MS = 5_000
const NOTIFICATION_MAILS_INTERVAL_MS = 10_000
const CLEANUP_INTERVAL_MS = 10 * 60 * 1000
const PICTURES_INTERVAL_MS = 60 * 1000
/** How soon searches know a game as popular that has become so. */
const POPULAR_GAMES_INTERVAL_MS = 60 * 1000
const NUMBERS_INTERVAL_MS = 5 * 60 * 1000
/** How soon an import goes on after a restart. */
const IMPORTS_INTERVAL_MS = 10_000
/** How soon a person's own import begins where another process has taken it in, or goes on after a kill. */
const OWN_IMPORTS_INTERVAL_MS = 5_000
/** How soon people are told of a game after its day has begun, or its date has been entered. */
const RELEASES_INTERVAL_MS = 5 * 60 * 1000
/** How soon recommendations are fitted that a kill or a stop prevented; they are for hours. */
const RECOMMENDATIONS_INTERVAL_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** As long as the invites of a member count. */
const INVITE_RETENTION_MS = 30 * DAY_MS
/** How long an import waits to be applied. */
const PREVIEW_RETENTION_MS = 7 * DAY_MS
/** How long the settings say that a token has expired. */
const TOKEN_RETENTION_MS = 30 * DAY_MS

/** Starts the background jobs. Returns a function that stops them and waits for the running ones. */
export function startJobs(services: Services, log: FastifyBaseLogger): () => Promise<void> {
	const sharedJobs = listSharedJobs(services, log)
	services.metrics?.jobs.addSharedJobs(sharedJobs.map(({ name }) => name))
	const stopFunctions = [
		...sharedJobs.map((job) => scheduleSharedJob(observeRuns(job, services), services.db, log, services.jobWakes)),
		...listLocalJobs(services, log).map((job) => scheduleLocalJob(observeRuns(job, services), log)),
	]
	return async () => {
		await Promise.all(stopFunctions.map((stop) => stop()))
	}
}

/** Returns the job whose runs in this process the metrics count. */
function observeRuns(job: Job, { metrics, clock }: Services): Job {
	if (!metrics) return job
	return {
		...job,
		async run(stopping) {
			const startedMs = performance.now()
			const observe = (hasFailed: boolean) =>
				metrics.jobs.observeRun(job.name, { seconds: (performance.now() - startedMs) / 1000, atMs: clock(), hasFailed })
			try {
				await job.run(stopping)
				observe(false)
			} catch (error) {
				observe(true)
				throw error
			}
		},
	}
}

/** The jobs that run once among all processes. */
export function listSharedJobs(services: Services, log: FastifyBaseLogger): Job[] {
	const { db, backgroundDb, bans, clock, purges } = services
	return [
		{
			name: 'windows',
			intervalMs: WINDOWS_INTERVAL_MS,
			run: (stopping) =>
				withoutStatementTimeout(backgroundDb, (connection) => advanceWindows(connection, clock(), stopping)),
		},
		{ name: 'cleanup', intervalMs: CLEANUP_INTERVAL_MS, run: () => deleteExpiredRows(services) },
		{ name: 'purges', intervalMs: PURGES_INTERVAL_MS, run: () => purges.resume() },
		{ name: 'bans', intervalMs: PURGES_INTERVAL_MS, run: () => bans.resume() },
		{ name: 'feeds', intervalMs: FEEDS_INTERVAL_MS, run: () => applyFeedCorrections(db) },
		{ name: 'deletions', intervalMs: CLEANUP_INTERVAL_MS, run: () => finishDeletions(services) },
		{ name: 'schema', intervalMs: CLEANUP_INTERVAL_MS, run: () => completeMigrations(services) },
		{
			name: 'notification mails',
			intervalMs: NOTIFICATION_MAILS_INTERVAL_MS,
			run: (stopping) => queueDueMails(services, log, stopping),
		},
		{
			name: 'report answers',
			intervalMs: NOTIFICATION_MAILS_INTERVAL_MS,
			run: (stopping) => thankAllReporters(services, log, stopping),
		},
		{
			name: 'digests',
			intervalMs: NOTIFICATION_MAILS_INTERVAL_MS,
			run: (stopping) => queueDueDigests(services, log, stopping),
		},
		{
			name: 'numbers',
			intervalMs: NUMBERS_INTERVAL_MS,
			run: (stopping) => countDays(backgroundDb, clock(), stopping),
		},
		{
			name: IMPORT_JOB,
			intervalMs: IMPORTS_INTERVAL_MS,
			run: (stopping) => continueImport(services, log, stopping),
		},
		{
			name: OWN_IMPORTS_JOB,
			intervalMs: OWN_IMPORTS_INTERVAL_MS,
			run: (stopping) => continueOwnImports(services, log, stopping),
		},
		{
			name: 'releases',
			intervalMs: RELEASES_INTERVAL_MS,
			run: (stopping) => tellReleases({ db: backgroundDb, clock }, stopping),
		},
		{
			name: 'recommendations',
			intervalMs: RECOMMENDATIONS_INTERVAL_MS,
			run: (stopping) => refreshRecommendations(services, stopping),
		},
		{
			name: 'popular games',
			intervalMs: POPULAR_GAMES_INTERVAL_MS,
			run: () => withoutStatementTimeout(backgroundDb, (connection) => markPopularGames(connection)),
		},
		{ name: 'pictures', intervalMs: PICTURES_INTERVAL_MS, run: () => deleteOrphanPictures(services) },
	]
}

/** The jobs of each process: they maintain its machine's files, send what it can, and need no record of when they ran. */
function listLocalJobs(services: Services, log: FastifyBaseLogger): Job[] {
	const { backgroundDb, pictureCaches, mail, push } = services
	return [
		{
			name: 'rankings',
			intervalMs: RANKINGS_INTERVAL_MS,
			run: () =>
				withoutStatementTimeout(backgroundDb, (connection) => refreshRankings(connection, RANKINGS_INTERVAL_MS)),
		},
		{ name: 'mails', intervalMs: MAILS_INTERVAL_MS, run: () => mail.wake(log) },
		{ name: 'push', intervalMs: PUSHES_INTERVAL_MS, run: () => push.run(log) },
		{ name: 'mail files', intervalMs: CLEANUP_INTERVAL_MS, run: () => deleteMailFiles(services) },
		{
			name: 'picture caches',
			intervalMs: CLEANUP_INTERVAL_MS,
			run: () => Promise.all(Object.values(pictureCaches).map((cache) => cache.trim())),
		},
	]
}

/** Applies the migrations that were postponed for processes of an earlier version. */
async function completeMigrations({ backgroundDb }: Services): Promise<void> {
	if (await hasPostponedMigration(backgroundDb)) await migrate(backgroundDb)
}

function deleteExpiredRows({ backgroundDb, clock }: Services): Promise<void> {
	return withoutStatementTimeout(backgroundDb, async (connection) => {
		const yesterday = new Date(clock() - DAY_MS).toISOString()
		await deleteExpiredSignInFailures(connection, yesterday)
		await deleteOldNotifications(connection, new Date(clock() - LIMITS.notificationDays * DAY_MS).toISOString())
		const monthAgo = new Date(clock() - LIMITS.removedDays * DAY_MS).toISOString()
		while ((await releaseHiddenTexts(connection, monthAgo, now({ clock }))) > 0);
		await deleteRemovedProfiles(connection, monthAgo)
		await deleteOldDrafts(connection, new Date(clock() - LIMITS.draftDays * DAY_MS).toISOString())
		await deleteOldDeliveries(connection, yesterday)
		await deleteOldAccesses(connection, new Date(clock() - LIMITS.adminAccessDays * DAY_MS).toISOString())
		await deleteOldImpressions(connection, yesterday.slice(0, 10))
		await deleteOldUsernames(connection, toUsernameExpiry(clock))
		await deleteExpiredLinks(connection, yesterday)
		await deleteExpiredAttempts(connection, yesterday)
		await deleteExpiredChallenges(connection, yesterday)
		await deleteExpiredPending(connection, new Date(clock()).toISOString())
		await deleteExpiredUnconfirmed(connection, new Date(clock()).toISOString())
		await deleteExpiredReports(connection, new Date(clock()).toISOString())
		await deleteExpiredInvites(connection, new Date(clock() - INVITE_RETENTION_MS).toISOString())
		await deleteOldImports(connection, {
			previewsBefore: new Date(clock() - PREVIEW_RETENTION_MS).toISOString(),
			at: new Date(clock()).toISOString(),
		})
		await deleteExpiredTokens(connection, new Date(clock() - TOKEN_RETENTION_MS).toISOString())
		// As long as notifications refer to them
		const oldestDay = new Date(clock() - (LIMITS.notificationDays + 30) * DAY_MS).toISOString().slice(0, 10)
		await deleteOldReleases(connection, oldestDay)
		await deleteExpiredMailCounts(connection, yesterday)
		await deleteOldIdempotencyKeys(connection, yesterday)
		await deleteExpiredSessions(connection, yesterday, new Date(clock() - LIFETIMES.refreshTokenMs).toISOString())
	})
}
