import path from 'node:path'
import type { Config } from '#server/config.ts'
import { toApplicationName } from '#server/db/application-names.ts'
import { type Database, type ObserveStatement, openDatabase } from '#server/db/connect.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { waitUntilReachable } from '#server/db/wait-until-reachable.ts'
import { toDatabaseError } from './startup-errors.ts'

type Report = (sentence: string) => void

/** Runs work with the database at a start, again while its server is unreachable. Throws what the operator can understand. */
export type RetryUntilReachable = <T>(work: () => Promise<T>) => Promise<T>

/** Creates the function that waits for the configured database. */
export function createDatabaseRetry(config: Config, report: Report) {
	const waitMs = config.databaseWaitSeconds * 1000
	const retryUntilReachable: RetryUntilReachable = (work) =>
		waitUntilReachable(work, { waitMs, report }).catch((error) => {
			throw toDatabaseError(error, config)
		})
	return retryUntilReachable
}

/**
 * Keeps other sites from the data folder with the database. Returns the function that lets them in. Throws `FolderInUseError`
 * if a site runs on it.
 */
export async function lockDataFolder({ databaseUrl, dataDir }: Config): Promise<() => Promise<void>> {
	return databaseUrl === undefined ? lockFolder(path.resolve(dataDir)) : async () => {}
}

/** Opens the configured database: on the server of DATABASE_URL, or on the bundled one in the data folder. */
export async function openConfiguredDatabase(
	config: Config,
	fingerprint: string,
	report: Report,
	observeStatement: ObserveStatement | undefined,
): Promise<Database> {
	const { databaseUrl: url, databaseDirectUrl: directUrl, databaseConnections: connections } = config
	const folder = path.resolve(config.dataDir)
	report(url === undefined ? `Opening the database in ${folder}…` : 'Connecting to PostgreSQL…')
	const place = url === undefined ? { folder, waitMs: config.databaseWaitSeconds * 1000 } : { url, directUrl }
	return openDatabase({ ...place, connections, processName: toApplicationName(fingerprint) }, observeStatement)
}
