import { getWork, JOB_NOT_FOUND, retryMails, runJob } from '#contract/admin-work.ts'
import { now } from '#server/clock.ts'
import { listPostponedMigrations } from '#server/db/migrate.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { listSharedJobs } from './jobs.ts'
import { findBacklogs, findJobStates, findOutbox, hurryMails, requestJob } from './queries-work.ts'

const MAILS_PER_RETRY = 1_000

/** Registers the routes through which admins watch the background work. */
export function workRoutes(app: App, services: Services): void {
	const { db, mail } = services
	const jobs = listSharedJobs(services, app.log)

	app.route({
		...getWork,
		async handler() {
			return {
				jobs: await findJobStates(db, jobs),
				mails: await findOutbox(db),
				...(await findBacklogs(db)),
				migrations: await listPostponedMigrations(db),
			}
		},
	})

	app.route({
		...runJob,
		async handler({ params: { job } }, reply) {
			if (!jobs.some(({ name }) => name === job)) throw notFound(JOB_NOT_FOUND)
			await requestJob(db, job)
			// This process looks at once; others when they would anyway
			services.jobWakes.dispatchEvent(new Event(job))
			reply.code(202)
			return { success: true as const }
		},
	})

	app.route({
		...retryMails,
		async handler() {
			const count = await hurryMails(db, now(services), MAILS_PER_RETRY)
			mail.wake(app.log).catch(() => {})
			return { success: true as const, count }
		},
	})
}
