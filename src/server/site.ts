import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { toApplicationName } from '#server/db/application-names.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { protectDataFolder } from '#server/db/data-folder.ts'
import { migrate } from '#server/db/migrate.ts'
import { waitUntilReachable } from '#server/db/wait-until-reachable.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { storageProblem } from '#server/features/media/storage.ts'
import type { App } from '#server/http/app-type.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { keptSecret, keysOf } from '#server/lifecycle/secret-keys.ts'
import { checkDatabase, checkSettings } from '#server/lifecycle/startup-checks.ts'
import { embeddedProblem, serverProblem } from '#server/lifecycle/startup-errors.ts'
import { deliverAs } from '#server/mail/deliver.ts'
import { mailQueue } from '#server/mail/queue.ts'
import { registerPages } from '#server/pages/register.ts'
import { createApp } from './app.ts'
import { type Config, ConfigMistakes } from './config.ts'
import { type Services, servicesOf } from './services.ts'

/** The file that makes a data folder a demonstration's: its people never come to be those of a real site. */
export const DEMONSTRATION_MARK = 'demonstration.json'

/** A whole site, ready to listen. */
export interface Site {
	app: App
	database: Database
	services: Services
	/** From now on every answer ends its connection, no job begins, and no mail waits for another attempt. */
	stopping: () => void
	/** Answers what has been asked, then closes everything. */
	close: () => Promise<void>
}

/**
 * Opens the database, brings it up to date, loads the built-in catalog and puts the API and the pages on top. `say`
 * tells the operator what is going on. Throws with a sentence for what the operator can mend.
 */
export async function openSite(
	config: Config,
	say: (sentence: string) => void,
	clock: () => number = Date.now,
): Promise<Site> {
	if (!config.demonstration && existsSync(path.join(config.dataDir, DEMONSTRATION_MARK)))
		throw new ConfigMistakes([
			'DATA_DIR is the folder of a demonstration, whose people are invented. Choose another one.',
		])
	await checkSettings(config)
	protectDataFolder(config.dataDir)
	const secret = config.secretKey ?? (await keptSecret(config.dataDir))
	const { fingerprint } = keysOf(secret)
	const untilReachable = <T>(work: () => Promise<T>): Promise<T> =>
		waitUntilReachable(work, { waitMs: config.databaseUrl ? config.databaseWaitSeconds * 1000 : 0, report: say }).catch((error) => {
			throw config.databaseUrl ? serverProblem(error) : embeddedProblem(error, path.resolve(config.dataDir))
		})
	const database = await untilReachable(() => open(config, fingerprint, say))
	try {
		if (database.kind === 'postgresql') await untilReachable(() => checkDatabase(database.db, fingerprint))
		const applied = await untilReachable(() => migrate(database.db))
		if (applied.length > 0) say(`Database brought up to date: ${applied.join(', ')}.`)
		const services = servicesOf(config, database.db, secret, clock, mailQueue(deliverAs(config, clock)))
		await untilReachable(() => withoutStatementTimeout(database.db, (db) => advanceWindows(db, clock())))
		await untilReachable(() => loadBuiltinCatalog(database.db, clock, say))
		const problem = config.pictureBucket && (await storageProblem(services.pictures))
		if (problem) say(`The storage of pictures cannot be used (${problem}). Until it can, pictures answer 503.`)
		const app = await createApp(services)
		for (const { name, formerName } of config.renamedSettings)
			app.log.warn(`The setting ${formerName} is now called ${name}. The former name still works; use the new one.`)
		await registerPages(app, services)
		let isStopping = false
		app.addHook('onSend', (_request, reply, _payload, done) => {
			if (isStopping) reply.header('connection', 'close')
			done()
		})
		const stopJobs = startJobs(services, app.log)
		let jobsStopped: Promise<void> | undefined
		function stopping() {
			isStopping = true
			services.mail.hurry()
			jobsStopped ??= stopJobs()
		}
		return {
			app,
			database,
			services,
			stopping,
			async close() {
				stopping()
				await app.close()
				const lostMails = await services.mail.close()
				if (lostMails > 0) say(`${lostMails} mails that could not be sent are lost.`)
				await services.purges.close()
				await jobsStopped
				await services.drawings.close()
				await database.close()
			},
		}
	} catch (error) {
		await database.close()
		throw error
	}
}

async function open(config: Config, fingerprint: string, say: (sentence: string) => void): Promise<Database> {
	// Nothing can be answered without the database, and a fresh process opens it again
	const lost = (error: Error) => {
		process.stderr.write(`The embedded database has failed: ${error.message}\n`)
		process.exit(1)
	}
	if (config.databaseUrl) {
		say('Connecting to PostgreSQL…')
		// The pool replaces what the server cuts off
		return openDatabase(
			{
				url: config.databaseUrl,
				connections: config.databaseConnections,
				processName: toApplicationName(fingerprint),
			},
			() => {},
		)
	}
	const folder = path.resolve(config.dataDir)
	say(`Opening the embedded database in ${folder}…`)
	return openDatabase({ folder }, lost)
}
