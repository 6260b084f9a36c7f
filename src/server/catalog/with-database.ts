import { type Config, getDirectPlace } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'

// A batch takes longer than a request may
const CONNECTION_TIMEOUT_MS = 10_000

/** Opens and migrates the site's database, runs `work`, and closes it. */
export async function withDatabase(config: Config, work: (database: Database) => Promise<boolean>): Promise<boolean> {
	const database = await openDatabase({
		// Imports lock for the length of a session
		...getDirectPlace(config),
		connections: 3,
		statementTimeoutMs: 0,
		connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
		onConnectionLost: throwError,
	})
	try {
		await migrate(database.db)
		return await work(database)
	} finally {
		await database.close()
	}
}

/** Ends the program: a lost connection has released the lock that excludes other imports, so nothing may continue. */
function throwError(error: Error): never {
	throw error
}
