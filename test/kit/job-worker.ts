// Runs the job that JOB names once, as a process of the site does. Kills itself as it sends its statement of the number KILL_AT, if any.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { getDirectPlace, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { tellReleases } from '#server/features/calendar/tell-releases.ts'
import { continueOwnImports } from '#server/features/imports/run-imports.ts'
import { refreshRecommendations } from '#server/features/recommendations/refresh.ts'
import { createServices } from '#server/services.ts'
import { addJsonSource } from './imports.ts'
import type { KillableJob } from './killed-jobs.ts'

let left = Number.POSITIVE_INFINITY
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
	const answer = Reflect.apply(query, this, args)
	if (--left === 0) process.kill(process.pid, 'SIGKILL')
	return answer
} as typeof query

addJsonSource()
const config = readConfig(process.env)
const database = await openDatabase(getDirectPlace(config))
const services = createServices(config, database, 'a secret for tests, long enough to be one', Date.now, async () => {})
const jobs: Record<KillableJob, () => Promise<void>> = {
	imports: () => continueOwnImports(services, { error: console.error } as unknown as FastifyBaseLogger),
	recommendations: () => refreshRecommendations(services),
	releases: () => tellReleases(services),
}
if (process.env.KILL_AT !== undefined) left = Number(process.env.KILL_AT)
await jobs[process.env.JOB as KillableJob]()
process.exit(0)
