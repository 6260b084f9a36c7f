import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { findForeignProcesses } from '#server/db/application-names.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { FolderInUseError } from '#server/db/folder-lock.ts'
import { createPictureStorage } from '#server/features/media/picture-storage.ts'
import { deriveKeys, SECRET_FILE } from '#server/lifecycle/secret-keys.ts'
import { BackupError } from './backup-error.ts'
import type { SiteContents } from './read-site.ts'
import { copyRunningDatabase } from './running-site.ts'

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
	const { database, isRunning, close } = config.databaseUrl
		? await openServer(config.databaseDirectUrl ?? config.databaseUrl, secret)
		: await openFolder(path.resolve(config.dataDir))
	return {
		contents: { database, pictures: createPictureStorage(config), secret, clock },
		isRunning,
		[Symbol.asyncDispose]: close,
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
	close: () => Promise<void>
}

async function openServer(url: string, secret: string): Promise<OpenedDatabase> {
	const database = await openDatabase({ url, connections: 1, statementTimeoutMs: 0 })
	try {
		const foreignSecrets = await findForeignProcesses(database.db, deriveKeys(secret).fingerprint)
		if (foreignSecrets.length > 0)
			throw new BackupError(
				`The site runs with another secret (${foreignSecrets.join(', ')}): restored from this backup, it would log everyone out. Set the same SECRET_KEY, or the same DATA_DIR.`,
			)
		const isRunning = (await findForeignProcesses(database.db, '')).length > 0
		return { database, isRunning, close: database.close }
	} catch (error) {
		await database.close()
		throw error
	}
}

async function openFolder(folder: string): Promise<OpenedDatabase> {
	if (!existsSync(path.join(folder, 'postgres')))
		throw new BackupError(`There is no database in ${folder}. Set DATA_DIR.`)
	try {
		const database = await openDatabase({ folder })
		return { database, isRunning: false, close: database.close }
	} catch (error) {
		if (!(error instanceof FolderInUseError)) throw error
	}
	const copy = await copyRunningDatabase(folder)
	try {
		const database = await openDatabase({ folder: copy.folder })
		return {
			database,
			isRunning: true,
			async close() {
				await database.close()
				await copy.close()
			},
		}
	} catch (error) {
		await copy.close()
		throw error
	}
}
