import { type Config, getDirectPlace } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { assertMigrated } from '#server/db/migrate.ts'
import { assertHasDatabase } from '#server/lifecycle/existing-site.ts'

// A batch takes longer than a request may
const CONNECTION_TIMEOUT_MS = 10_000

/** Opens the site's database, runs `work`, and closes it. Throws if there is no site of this version. */
export async function withDatabase(config: Config, work: (database: Database) => Promise<boolean>): Promise<boolean> {
	assertHasDatabase(config)
	const database = await openDatabase({
		// Imports lock for the length of a session
		...getDirectPlace(config),
		connections: 3,
		statementTimeoutMs: 0,
		connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
		onConnectionLost: throwError,
	})
	try {
		await assertMigrated(database.db)
		return await work(database)
	} finally {
		await database.close()
	}
}

/** Ends the program: a lost connection has released the lock that excludes other imports, so nothing may continue. */
function throwError(error: Error): never {
	throw error
}
