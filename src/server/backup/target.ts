import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { protectDataFolder } from '#server/db/data-folder.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import type { Db } from '#server/db/tables.ts'
import { checkPooler } from '#server/lifecycle/pooler-checks.ts'
import { checkDatabase } from '#server/lifecycle/startup-checks.ts'
import { BackupError } from './backup-error.ts'
import { findRelations } from './queries-load.ts'
import { canCreateTables } from './queries-staging.ts'
import { assertNoPictures, createTargetFiles, type TargetFiles } from './target-files.ts'

/** An empty place for a site. Disposing of it without `publish` leaves it as empty as it was. */
export interface Target extends AsyncDisposable {
	database: Database
	/** How many sessions may work at once. */
	sessionCount: number
	files: TargetFiles
	/** Makes the site complete: `commit` runs the transaction that makes a site of the rows. */
	publish: (commit: () => Promise<void>) => Promise<void>
}

const STAGING_FOLDER = 'restoring'
const DATABASE_FOLDER = 'postgres'
/** Building indexes keeps the processors busy with fewer than a server has, and each session may use 256 MB of its memory. */
const MAX_SESSIONS = 4
/** No process has it, so that every running one counts as another. */
const NO_FINGERPRINT = 'none'

/**
 * Opens the configured database and data folder for a site with or without its pictures. Throws `BackupError` unless
 * they are empty.
 */
export async function openTarget(config: Config, contents: { withPictures: boolean }): Promise<Target> {
	const dataDir = path.resolve(config.dataDir)
	protectDataFolder(dataDir)
	if (contents.withPictures) await assertNoPictures(config)
	const resolved = { ...config, dataDir }
	return config.databaseUrl ? openServer(resolved, config.databaseUrl) : openFolder(resolved)
}

/** Throws `BackupError` if the database contains tables. */
export async function assertEmpty(db: Db): Promise<void> {
	const relations = await findRelations(db)
	if (relations.length > 0)
		throw new BackupError(
			`The database is not empty: it contains ${relations.join(', ')}. Create a new one, and name that.`,
		)
}

async function openServer(config: Config, url: string): Promise<Target> {
	const staging = path.join(config.dataDir, STAGING_FOLDER)
	await rm(staging, { recursive: true, force: true })
	await checkPooler(config)
	const sessionCount = Math.min(config.databaseConnections, MAX_SESSIONS)
	const database = await openDatabase({
		url: config.databaseDirectUrl ?? url,
		connections: sessionCount + 1,
		statementTimeoutMs: 0,
	})
	const files = createTargetFiles(config, staging)
	const target: Target = {
		database,
		sessionCount,
		files,
		async publish(commit) {
			const removeFiles = await files.place()
			try {
				await commit()
			} catch (error) {
				await removeFiles()
				throw error
			}
		},
		async [Symbol.asyncDispose]() {
			await database.close()
			await rm(staging, { recursive: true, force: true })
		},
	}
	try {
		await assertEmpty(database.db)
		await checkDatabase(database.db, NO_FINGERPRINT)
		if (!(await canCreateTables(database.db)))
			throw new BackupError(
				'The database user may not create tables in the database. Make that user the owner of the database.',
			)
		return target
	} catch (error) {
		await target[Symbol.asyncDispose]()
		throw error
	}
}

async function openFolder(config: Config): Promise<Target> {
	const { dataDir } = config
	const staging = path.join(dataDir, STAGING_FOLDER)
	const release = await lockFolder(dataDir)
	const dispose = async () => {
		await rm(staging, { recursive: true, force: true })
		await release()
	}
	try {
		if (existsSync(path.join(dataDir, DATABASE_FOLDER)))
			throw new BackupError(
				`The folder ${dataDir} already contains a database. Move the folder away, or set DATA_DIR to another one.`,
			)
		// Left behind by a restore that was killed
		await rm(staging, { recursive: true, force: true })
		await mkdir(staging)
		const database = await openDatabase({ folder: staging })
		const files = createTargetFiles(config, staging)
		let isOpen = true
		const close = async () => {
			if (isOpen) await database.close()
			isOpen = false
		}
		return {
			database,
			sessionCount: 1,
			files,
			async publish(commit) {
				await commit()
				await close()
				const removeFiles = await files.place()
				// Last, because the site exists once its database does
				await rename(path.join(staging, DATABASE_FOLDER), path.join(dataDir, DATABASE_FOLDER)).catch(async (error) => {
					await removeFiles()
					throw error
				})
			},
			async [Symbol.asyncDispose]() {
				await close()
				await dispose()
			},
		}
	} catch (error) {
		await dispose()
		throw error
	}
}
