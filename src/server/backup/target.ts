import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type Config, getDirectPlace } from '#server/config.ts'
import { SERVER_FOLDER } from '#server/db/bundled/folder-checks.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { protectDataFolder } from '#server/db/data-folder.ts'
import type { Db } from '#server/db/tables.ts'
import { lockDataFolder } from '#server/lifecycle/data-folder-lock.ts'
import { checkDatabase } from '#server/lifecycle/database-checks.ts'
import { checkPooler } from '#server/lifecycle/pooler-checks.ts'
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
	const unlock = await lockDataFolder(config)
	try {
		return await openLocked({ ...config, dataDir }, unlock)
	} catch (error) {
		await unlock()
		throw error
	}
}

/** Throws `BackupError` if the database contains tables. */
export async function assertEmpty(db: Db): Promise<void> {
	const relations = await findRelations(db)
	if (relations.length > 0)
		throw new BackupError(
			`The database is not empty: it contains ${relations.join(', ')}. Create a new one, and name that.`,
		)
}

async function openLocked(config: Config, unlock: () => Promise<void>): Promise<Target> {
	const { dataDir } = config
	const staging = path.join(dataDir, STAGING_FOLDER)
	const isNewServer = config.databaseUrl === undefined && !existsSync(path.join(dataDir, SERVER_FOLDER))
	// Left behind by a restore that was killed
	await rm(staging, { recursive: true, force: true })
	await checkPooler(config)
	const sessionCount = Math.min(config.databaseConnections, MAX_SESSIONS)
	const database = await openDatabase({
		...getDirectPlace(config),
		connections: sessionCount + 1,
		statementTimeoutMs: 0,
	})
	const files = createTargetFiles(config, staging)
	let isPublished = false
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
			isPublished = true
		},
		async [Symbol.asyncDispose]() {
			await database.close()
			await rm(staging, { recursive: true, force: true })
			if (isNewServer && !isPublished) await rm(path.join(dataDir, SERVER_FOLDER), { recursive: true, force: true })
			await unlock()
		},
	}
	try {
		await assertUsable(config, database.db)
		return target
	} catch (error) {
		await target[Symbol.asyncDispose]()
		throw error
	}
}

async function assertUsable({ databaseUrl, dataDir }: Config, db: Db): Promise<void> {
	if (databaseUrl === undefined && (await findRelations(db)).length > 0)
		throw new BackupError(
			`The folder ${dataDir} already contains a database. Move the folder away, or set DATA_DIR to another one.`,
		)
	await assertEmpty(db)
	await checkDatabase(db, NO_FINGERPRINT)
	if (!(await canCreateTables(db)))
		throw new BackupError(
			'The database user may not create tables in the database. Make that user the owner of the database.',
		)
}
