import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, SuccessResponse, success, Time } from './shapes.ts'

export const JOB_NOT_FOUND = { code: 'job_not_found', error: 'There is no such job' } as const

/** A job that runs in one process at a time. Times are those of the database. */
export const BackgroundJob = Type.Object({
	name: Type.String(),
	isRunning: Type.Boolean(),
	/** Whether an admin asked for a run that has not begun. */
	isRequested: Type.Boolean(),
	/** The process of the last run; null before the first. */
	process: nullable(Type.String()),
	startedAt: nullable(Time()),
	finishedAt: nullable(Time()),
	durationMs: nullable(Type.Integer()),
	/** When it is due again. */
	nextAt: nullable(Time()),
	/** Whether the last run failed. */
	hasFailed: Type.Boolean(),
	failedAt: nullable(Time()),
	/** The code or name of the last failure; the log of the site has the rest. */
	error: nullable(Type.String()),
})
export type BackgroundJob = Static<typeof BackgroundJob>

/** What waits, counted up to a bound. */
const Waiting = Type.Object({ count: Type.Integer(), oldestAt: nullable(Time()) })

export const getWork = endpoint({
	method: 'GET',
	url: '/api/admin/work',
	config: {
		summary: 'Get the state of the background work of all processes',
		auth: 'admin',
		failure: 'Failed to load the background work',
	},
	schema: {
		response: {
			200: Type.Object({
				jobs: Type.Array(BackgroundJob),
				/** Mails that wait to be sent, up to 10,000. */
				mails: Type.Object({
					...Waiting.properties,
					/** Those of them that were tried in vain. */
					failing: Type.Integer(),
					/** Why, the most frequent first. */
					errors: Type.Array(Type.Object({ code: Type.String(), count: Type.Integer() })),
				}),
				/** Push messages to devices, up to 1,000. */
				pushes: Waiting,
				/** Accounts and large texts that are being deleted, up to 1,000. */
				purges: Waiting,
				/** Changes of the database that wait for processes of an earlier version to stop. */
				migrations: Type.Array(Type.String()),
			}),
		},
	},
})
export type Work = Static<(typeof getWork)['schema']['response'][200]>

export const runJob = endpoint({
	method: 'POST',
	url: '/api/admin/work/jobs/:job',
	config: {
		summary: 'Run a job as soon as possible',
		auth: 'admin',
		failure: 'Failed to start the job',
		missing: JOB_NOT_FOUND,
		limit: 'mail',
	},
	schema: {
		params: Type.Object({ job: Type.String({ maxLength: 60 }) }),
		response: { 202: SuccessResponse },
	},
})

export const retryMails = endpoint({
	method: 'POST',
	url: '/api/admin/work/mails',
	config: {
		summary: 'Retry up to 1,000 waiting mails now',
		auth: 'admin',
		failure: 'Failed to send the mails',
		limit: 'mail',
	},
	schema: { response: { 200: Type.Object({ success, count: Type.Integer() }) } },
})
