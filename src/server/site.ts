import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { openBackupSocket } from '#server/backup/site-socket.ts'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { toApplicationName } from '#server/db/application-names.ts'
import { type Database, type ObserveStatement, openDatabase } from '#server/db/connect.ts'
import { protectDataFolder } from '#server/db/data-folder.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Replicas } from '#server/db/replicas.ts'
import { waitUntilReachable } from '#server/db/wait-until-reachable.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { findStorageProblem } from '#server/features/media/storage.ts'
import type { App } from '#server/http/app-type.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { startReplicaChecks } from '#server/jobs/replica-checks.ts'
import { openReplicas } from '#server/lifecycle/open-replicas.ts'
import { checkPooler } from '#server/lifecycle/pooler-checks.ts'
import { deriveKeys, loadOrCreateSecret } from '#server/lifecycle/secret-keys.ts'
import { checkDatabase, checkSettings, describeConnectionShortage } from '#server/lifecycle/startup-checks.ts'
import { toDatabaseServerError, toEmbeddedDatabaseError } from '#server/lifecycle/startup-errors.ts'
import { createDelivery } from '#server/mail/delivery.ts'
import { registerPages } from '#server/pages/register.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { createServices, type Services } from './services.ts'

/** Marks a data folder as a demo's, so that its invented users never end up on a real site. */
export const DEMO_MARKER_FILE = 'demonstration.json'

/** A whole site, ready to listen. */
export interface Site {
	app: App
	database: Database
	services: Services
	/** From now on every response closes its connection, no job starts, and waiting mails are tried at once. */
	beginShutdown: () => void
	/** Completes pending requests, then closes everything. */
	close: () => Promise<void>
}

/**
 * Opens and migrates the database, loads the built-in catalog, and creates the API and the pages. `report` receives
 * progress messages for the operator. Throws an error whose message tells the operator what to fix.
 */
export async function openSite(
	config: Config,
	report: (sentence: string) => void,
	clock: () => number = Date.now,
): Promise<Site> {
	if (!config.demonstration && existsSync(path.join(config.dataDir, DEMO_MARKER_FILE)))
		throw new ConfigError(['DATA_DIR belongs to a demo with invented users. Set it to another folder.'])
	// Of several workers, the primary has checked them, and the port is in use by now
	if (cluster.isPrimary) await checkSettings(config)
	protectDataFolder(config.dataDir)
	const secret = config.secretKey ?? (await loadOrCreateSecret(config.dataDir))
	const { fingerprint } = deriveKeys(secret)
	const retryUntilReachable = <T>(work: () => Promise<T>): Promise<T> =>
		waitUntilReachable(work, { waitMs: config.databaseUrl ? config.databaseWaitSeconds * 1000 : 0, report }).catch(
			(error) => {
				throw config.databaseUrl
					? toDatabaseServerError(error)
					: toEmbeddedDatabaseError(error, path.resolve(config.dataDir))
			},
		)
	await retryUntilReachable(() => checkPooler(config))
	const stopTracing = await startConfiguredTracing(config, report, clock)
	const metrics = config.metrics && (await import('#server/telemetry/metrics.ts')).createMetrics()
	const database = await retryUntilReachable(() =>
		openConfiguredDatabase(config, fingerprint, report, metrics?.observeStatement),
	)
	let replicas: Replicas | undefined
	try {
		const { db, backgroundDb } = database
		if (database.kind === 'postgresql') {
			const { maxConnections } = await retryUntilReachable(() => checkDatabase(backgroundDb, fingerprint))
			const shortage = describeConnectionShortage(config, maxConnections)
			if (shortage) report(shortage)
		}
		const applied = await retryUntilReachable(() => migrate(backgroundDb))
		if (applied.length > 0) report(`Migrations applied: ${applied.join(', ')}.`)
		await retryUntilReachable(() => withoutStatementTimeout(backgroundDb, (db) => advanceWindows(db, clock())))
		await retryUntilReachable(() => loadBuiltinCatalog(backgroundDb, clock, report))
		replicas = await openReplicas(config, db, report)
		const databases = { db, backgroundDb, replicas }
		const services = createServices(config, databases, secret, clock, createDelivery(config), { metrics })
		metrics?.watchDatabase(database)
		const storageProblem = config.pictureBucket && (await findStorageProblem(services.pictures))
		if (storageProblem)
			report(
				`The picture storage is unavailable (${storageProblem}). Requests for pictures get a 503 until it recovers.`,
			)
		const app = await createApp(services)
		for (const { name, formerName } of config.renamedSettings)
			app.log.warn(`The setting ${formerName} is now called ${name}. The former name still works; use the new one.`)
		await registerPages(app, services)
		await retryUntilReachable(() => services.mail.recover(app.log, { isOnlyProcess: database.kind === 'embedded' }))
		let isStopping = false
		app.addHook('onSend', (_request, reply, _payload, done) => {
			if (isStopping) reply.header('connection', 'close')
			done()
		})
		const closeBackupSocket =
			database.kind === 'embedded'
				? await openBackupSocket(path.resolve(config.dataDir), database.db, (error) =>
						app.log.error({ err: error }, 'backup failed'),
					)
				: undefined
		const stopJobs = startJobs(services, app.log)
		// What the process before has left; the job repeats it
		services.mail.wake(app.log).catch(() => {})
		const stopReplicaChecks = replicas && startReplicaChecks(replicas, app.log)
		let stoppedJobs: Promise<void> | undefined
		function beginShutdown() {
			isStopping = true
			services.readiness.beginShutdown()
			services.mail.flush(app.log)
			stoppedJobs ??= stopJobs()
		}
		return {
			app,
			database,
			services,
			beginShutdown,
			async close() {
				beginShutdown()
				await app.close()
				await closeBackupSocket?.()
				const waitingMailCount = await services.mail.close(app.log)
				if (waitingMailCount > 0)
					report(`Mails that are still waiting: ${waitingMailCount}. Another process or the next start sends them.`)
				await services.purges.close()
				await stoppedJobs
				await services.drawings.close()
				stopReplicaChecks?.()
				replicas?.close()
				await database.close()
				await stopTracing()
			},
		}
	} catch (error) {
		replicas?.close()
		await database.close()
		await stopTracing()
		throw error
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

async function openConfiguredDatabase(
	config: Config,
	fingerprint: string,
	report: (sentence: string) => void,
	observeStatement: ObserveStatement | undefined,
): Promise<Database> {
	// The site cannot work without its database, and only a new process can open it again
	const exitOnFailure = (error: Error) => {
		process.stderr.write(`The embedded database has failed: ${error.message}\n`)
		process.exit(1)
	}
	if (config.databaseUrl) {
		report('Connecting to PostgreSQL…')
		// The pool replaces closed connections
		return openDatabase(
			{
				url: config.databaseUrl,
				...(config.databaseDirectUrl === undefined ? {} : { directUrl: config.databaseDirectUrl }),
				connections: config.databaseConnections,
				processName: toApplicationName(fingerprint),
			},
			() => {},
			observeStatement,
		)
	}
	const folder = path.resolve(config.dataDir)
	report(`Opening the embedded database in ${folder}…`)
	return openDatabase({ folder }, exitOnFailure, observeStatement)
}
