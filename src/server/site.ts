import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { leaseServer, type ServerLease } from '#server/db/bundled/bundled-server.ts'
import type { Database } from '#server/db/connect.ts'
import { protectDataFolder } from '#server/db/data-folder.ts'
import type { App } from '#server/http/app-type.ts'
import { lockDataFolder } from '#server/lifecycle/data-folder-lock.ts'
import { createDatabaseRetry } from '#server/lifecycle/database-retry.ts'
import { checkSettings } from '#server/lifecycle/startup-checks.ts'
import { toFolderError } from '#server/lifecycle/startup-errors.ts'
import { type Config, ConfigError } from './config.ts'
import type { Services } from './services.ts'

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
	await checkConfig(config)
	// Of several workers, the primary has it
	const unlock = cluster.isPrimary ? await lockDataFolder(config) : async () => {}
	const { databaseUrl, dataDir } = config
	report(databaseUrl === undefined ? `Opening the database in ${path.resolve(dataDir)}…` : 'Connecting to PostgreSQL…')
	let lease: ServerLease | undefined
	try {
		// The bundled server starts while the program loads, which lets nothing else in this process go on
		const { promise: isStarting, resolve } = Promise.withResolvers<void>()
		const starting = startServer(config, report, resolve)
		await Promise.race([isStarting, starting])
		const [server, { runSite }] = await Promise.all([starting, import('./running-site.ts')])
		lease = server
		const site = await runSite(config, report, clock, unlock)
		// The site has a lease of its own
		void lease?.release()
		return site
	} catch (error) {
		await lease?.release()
		await unlock()
		throw error
	}
}

/** Starts the bundled server if the site has it. */
async function startServer(
	config: Config,
	report: (sentence: string) => void,
	onSpawn: () => void,
): Promise<ServerLease | undefined> {
	if (config.databaseUrl !== undefined) return undefined
	const waitMs = config.databaseWaitSeconds * 1000
	return createDatabaseRetry(config, report)(() => leaseServer(path.resolve(config.dataDir), { waitMs, onSpawn }))
}

/** Checks what can be wrong before anything is opened, and protects the data folder. Throws for the operator. */
async function checkConfig(config: Config): Promise<void> {
	if (!config.demonstration && existsSync(path.join(config.dataDir, DEMO_MARKER_FILE)))
		throw new ConfigError(['DATA_DIR belongs to a demo with invented users. Set it to another folder.'])
	// Of several workers, the primary has checked them, and the port is in use by now
	if (cluster.isPrimary) await checkSettings(config)
	try {
		protectDataFolder(config.dataDir)
	} catch (error) {
		throw toFolderError(error, path.resolve(config.dataDir)) ?? error
	}
}
