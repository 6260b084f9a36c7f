import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, getDirectPlace } from '#server/config.ts'
import { findForeignProcesses } from '#server/db/application-names.ts'
import { SERVER_FOLDER } from '#server/db/bundled/folder-checks.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { createPictureStorage } from '#server/features/media/picture-storage.ts'
import { deriveKeys, SECRET_FILE } from '#server/lifecycle/secret-keys.ts'
import { BackupError } from './backup-error.ts'
import type { SiteContents } from './read-site.ts'

/** An open site to read from. */
export interface Source extends AsyncDisposable {
	contents: SiteContents & { secret: string }
	/** Whether the site runs at the same time. */
	isRunning: boolean
}

/**
 * Opens the configured site for reading, whether it runs or not. Throws `BackupError` if there is none, or if its secret
 * is not the one that running processes use.
 */
export async function openSource(config: Config, clock: () => number): Promise<Source> {
	const secret = await readSecret(config)
	const { database, isRunning } = await open(config, secret)
	return {
		contents: { database, pictures: createPictureStorage(config), secret, clock },
		isRunning,
		[Symbol.asyncDispose]: database.close,
	}
}

async function readSecret({ secretKey, dataDir }: Config): Promise<string> {
	if (secretKey) return secretKey
	try {
		return (await readFile(path.join(dataDir, SECRET_FILE), 'utf8')).trim()
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
		throw new BackupError(
			`There is no site in ${path.resolve(dataDir)}, at least not its secret. Set DATA_DIR, or SECRET_KEY, as the site has it.`,
		)
	}
}

interface OpenedDatabase {
	database: Database
	isRunning: boolean
}

async function open(config: Config, secret: string): Promise<OpenedDatabase> {
	const place = getDirectPlace(config)
	if ('folder' in place && !existsSync(path.join(place.folder, SERVER_FOLDER)))
		throw new BackupError(`There is no database in ${place.folder}. Set DATA_DIR.`)
	const database = await openDatabase({ ...place, connections: 1, statementTimeoutMs: 0 })
	try {
		const foreignSecrets = await findForeignProcesses(database.db, deriveKeys(secret).fingerprint)
		if (foreignSecrets.length > 0)
			throw new BackupError(
				`The site runs with another secret (${foreignSecrets.join(', ')}): restored from this backup, it would log everyone out. Set the same SECRET_KEY, or the same DATA_DIR.`,
			)
		return { database, isRunning: (await findForeignProcesses(database.db, '')).length > 0 }
	} catch (error) {
		await database.close()
		throw error
	}
}
