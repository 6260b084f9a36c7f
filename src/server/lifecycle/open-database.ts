import path from 'node:path'
import type { Config } from '#server/config.ts'
import { toApplicationName } from '#server/db/application-names.ts'
import { type Database, type ObserveStatement, openDatabase } from '#server/db/connect.ts'

/** Opens the configured database: on the server of DATABASE_URL, or on the bundled one in the data folder. */
export async function openConfiguredDatabase(
	config: Config,
	fingerprint: string,
	observeStatement?: ObserveStatement,
): Promise<Database> {
	const { databaseUrl: url, databaseDirectUrl: directUrl, databaseConnections: connections } = config
	const folder = path.resolve(config.dataDir)
	const place = url === undefined ? { folder, waitMs: config.databaseWaitSeconds * 1000 } : { url, directUrl }
	return openDatabase({ ...place, connections, processName: toApplicationName(fingerprint) }, observeStatement)
}
