import { type Config, getDirectPlace } from '#server/config.ts'
import { findForeignProcesses } from '#server/db/application-names.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { assertHasSite } from '#server/db/migrate.ts'
import { createPictureStorage } from '#server/features/media/picture-storage.ts'
import { assertSameSecret } from '#server/lifecycle/database-checks.ts'
import { assertHasDatabase, readSecret } from '#server/lifecycle/existing-site.ts'
import { deriveKeys } from '#server/lifecycle/secret-keys.ts'
import type { SiteContents } from './read-site.ts'

/** An open site to read from. */
export interface Source extends AsyncDisposable {
	contents: SiteContents & { secret: string }
	/** Whether the site runs at the same time. */
	isRunning: boolean
}

/**
 * Opens the configured site for reading, whether it runs or not. Throws `StartupError` if there is none, or if its secret
 * is not the one that running processes use.
 */
export async function openSource(config: Config, clock: () => number): Promise<Source> {
	assertHasDatabase(config)
	const secret = await readSecret(config)
	const { database, isRunning } = await open(config, secret)
	return {
		contents: { database, pictures: createPictureStorage(config), secret, clock },
		isRunning,
		[Symbol.asyncDispose]: database.close,
	}
}

interface OpenedDatabase {
	database: Database
	isRunning: boolean
}

async function open(config: Config, secret: string): Promise<OpenedDatabase> {
	const place = getDirectPlace(config)
	const database = await openDatabase({ ...place, connections: 1, statementTimeoutMs: 0 })
	try {
		await assertHasSite(database.db)
		await assertSameSecret(database.db, deriveKeys(secret).fingerprint)
		return { database, isRunning: (await findForeignProcesses(database.db, '')).length > 0 }
	} catch (error) {
		await database.close()
		throw error
	}
}
