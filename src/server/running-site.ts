import type { FastifyBaseLogger } from 'fastify'
import { countAdmins } from '#server/admin/queries.ts'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import type { Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Replicas } from '#server/db/replicas.ts'
import { recordSecretFingerprint } from '#server/db/secret-fingerprint.ts'
import { findStorageProblem } from '#server/features/media/storage.ts'
import type { App } from '#server/http/app-type.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { startReplicaChecks } from '#server/jobs/replica-checks.ts'
import { assertRecordedSecret, checkDatabase, describeConnectionShortage } from '#server/lifecycle/database-checks.ts'
import { createDatabaseRetry, type RetryUntilReachable } from '#server/lifecycle/database-retry.ts'
import { isFirstProcess } from '#server/lifecycle/first-process.ts'
import { openConfiguredDatabase } from '#server/lifecycle/open-database.ts'
import { openReplicas } from '#server/lifecycle/open-replicas.ts'
import { checkPooler } from '#server/lifecycle/pooler-checks.ts'
import { deriveKeys, withSecret } from '#server/lifecycle/secret-keys.ts'
import { createDelivery } from '#server/mail/delivery.ts'
import { registerPages } from '#server/pages/register.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createServices, type Services } from './services.ts'
import type { Site } from './site.ts'

/**
 * Opens and migrates the database, loads the built-in catalog, creates the API and the pages, and starts the jobs. `unlock` is
 * called when the site has closed. Throws for the operator.
 */
export async function runSite(
	config: Config,
	report: (sentence: string) => void,
	clock: () => number,
	unlock: () => Promise<void>,
): Promise<Site> {
	return withSecret(config, (secret) => runWithSecret(secret, config, report, clock, unlock))
}

async function runWithSecret(
	secret: string,
	...[config, report, clock, unlock]: Parameters<typeof runSite>
): Promise<Site> {
	const { fingerprint } = deriveKeys(secret)
	const retryUntilReachable = createDatabaseRetry(config, report)
	await retryUntilReachable(() => checkPooler(config))
	const stopTracing = await startConfiguredTracing(config, report, clock)
	const metrics = config.metrics && (await import('#server/telemetry/metrics.ts')).createMetrics()
	const database = await retryUntilReachable(() =>
		openConfiguredDatabase(config, fingerprint, metrics?.observeStatement),
	)
	let replicas: Replicas | undefined
	async function closeDatabase() {
		replicas?.close()
		await database.close()
		await stopTracing()
	}
	try {
		await prepareDatabase(database, { config, fingerprint, report, clock, retryUntilReachable })
		const { db, backgroundDb } = database
		replicas = await openReplicas(config, db, report)
		const databases = { db, backgroundDb, replicas }
		const services = createServices(config, databases, secret, clock, createDelivery(config), { metrics })
		metrics?.watchPools(() => [...database.countConnections(), ...(services.replicas?.countConnections() ?? [])])
		const app = await createSiteApp(services, report)
		await retryUntilReachable(() => services.mail.recover(app.log))
		const work = await startWork(app, services, report)
		return {
			app,
			database,
			services,
			beginShutdown: work.beginShutdown,
			async close() {
				await work.close()
				await closeDatabase()
				await unlock()
			},
		}
	} catch (error) {
		await closeDatabase()
		throw error
	}
}

interface Preparation {
	config: Config
	/** Identifies the secret. */
	fingerprint: string
	report: (sentence: string) => void
	clock: () => number
	retryUntilReachable: RetryUntilReachable
}

/** Checks and migrates an open database, and loads what every site has. */
async function prepareDatabase(
	{ backgroundDb }: Database,
	{ config, fingerprint, report, clock, retryUntilReachable }: Preparation,
): Promise<void> {
	const { maxConnections } = await retryUntilReachable(() => checkDatabase(backgroundDb, fingerprint))
	const shortage = describeConnectionShortage(config, maxConnections)
	if (shortage) report(shortage)
	const applied = await retryUntilReachable(() => migrate(backgroundDb))
	if (applied.length > 0) report(`Migrations applied: ${applied.join(', ')}.`)
	await retryUntilReachable(() => recordSecretFingerprint(backgroundDb, fingerprint))
	// Another process may have recorded its own at the same moment
	await retryUntilReachable(() => assertRecordedSecret(backgroundDb, fingerprint))
	await retryUntilReachable(() => loadBuiltinCatalog(backgroundDb, clock, report))
}

/** Creates the API with the pages. */
async function createSiteApp(services: Services, report: (sentence: string) => void): Promise<App> {
	const { config, pictures } = services
	const storageProblem = config.pictureBucket && (await findStorageProblem(pictures))
	if (storageProblem)
		report(`The picture storage is unavailable (${storageProblem}). Requests for pictures get a 503 until it recovers.`)
	const app = await createApp(services)
	if (isFirstProcess) warnOfSettings(config, app.log)
	await registerPages(app, services)
	return app
}

function warnOfSettings({ renamedSettings, unknownNames }: Config, log: FastifyBaseLogger): void {
	for (const { name, formerName } of renamedSettings)
		log.warn(`The setting ${formerName} is now called ${name}. The former name still works; use the new one.`)
	for (const { name, nearest } of unknownNames)
		log.warn(`There is no setting ${name}, so it is ignored.${nearest ? ` The nearest name is ${nearest}.` : ''}`)
}

/** Starts what runs beside the requests. Returns how it stops together with them. */
async function startWork(
	app: App,
	services: Services,
	report: (sentence: string) => void,
): Promise<Pick<Site, 'beginShutdown' | 'close'>> {
	const { replicas } = services
	let isStopping = false
	app.addHook('onSend', (_request, reply, _payload, done) => {
		if (isStopping) reply.header('connection', 'close')
		done()
	})
	if (isFirstProcess && (await countAdmins(services.db)) === 0)
		app.log.warn('This site has no admin. Register, and run: npm run admin -- role <username> admin')
	const stopJobs = startJobs(services, app.log)
	// What the process before has left; the job repeats it
	services.mail.wake(app.log).catch(() => {})
	const stopReplicaChecks = replicas && startReplicaChecks(replicas, app.log)
	let stoppedJobs: Promise<void> | undefined
	function beginShutdown() {
		isStopping = true
		services.readiness.beginShutdown()
		services.mail.flush(app.log)
		// The job that sends waits for what is being sent
		void services.push.close()
		stoppedJobs ??= stopJobs()
	}
	return {
		beginShutdown,
		async close() {
			beginShutdown()
			await app.close()
			const waitingMailCount = await services.mail.close(app.log)
			if (waitingMailCount > 0)
				report(`Mails that are still waiting: ${waitingMailCount}. Another process or the next start sends them.`)
			await services.purges.close()
			await services.bans.close()
			await stoppedJobs
			await services.drawings.close()
			await services.sharePictures.close()
			stopReplicaChecks?.()
		},
	}
}

/** Starts tracing if there is a collector; the packages for it are loaded only then. Must run before anything is opened. */
async function startConfiguredTracing(
	{ tracesEndpoint }: Config,
	report: (sentence: string) => void,
	clock: () => number,
): Promise<() => Promise<void>> {
	if (tracesEndpoint === undefined) return async () => {}
	const { startTracing } = await import('#server/telemetry/tracing.ts')
	return startTracing({ endpoint: tracesEndpoint, report, clock })
}
