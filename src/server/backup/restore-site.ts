import {
	checkMigrations,
	listMigrations,
	lockMigrationsOfSession,
	makeTables,
	migrateInTransaction,
} from '#server/db/migrate.ts'
import { SchemaMismatchError } from '#server/db/migration-errors.ts'
import { FILE_NAME_PATTERN } from '#server/features/media/picture-names.ts'
import { BackupError, UnfinishedRestoreError } from './backup-error.ts'
import { checkManifest } from './checksums.ts'
import {
	type Entry,
	type Format,
	getSection,
	getTable,
	MANIFEST_PATH,
	type Manifest,
	PICTURES_FOLDER,
	parseFormat,
	parseManifest,
	SECRET_PATH,
} from './entries.ts'
import { analyzeTable, begin, commit, finishLoad, prepareLoad } from './queries-load.ts'
import { beginPublishing, createStaging, dropStaging, enterStaging, moveOutOfStaging } from './queries-staging.ts'
import { listTables, type TableInfo } from './queries-tables.ts'
import { openSessionPool, type SessionPool } from './session-pool.ts'
import { createTableBuilder, type TableBuilder } from './table-builder.ts'
import { createTableLoader, type TableLoader } from './table-loader.ts'
import { assertEmpty, type Target } from './target.ts'

const PICTURE_FILE = new RegExp(`${FILE_NAME_PATTERN.slice(0, -1)}\\.webp$`)

/** What a restore has brought. */
interface Restored {
	manifest: Manifest
	/** The tables of the backup that no migration makes, which are left out. */
	foreignTables: string[]
}

/**
 * Brings the entries of a site into an empty target: everything, or nothing if anything is wrong. Applies the migrations
 * of the entries, loads the rows as they are, and applies newer migrations, all in a schema that no site uses; the last
 * transaction moves it to the one that sites use. Meanwhile no site starts. Throws `UnfinishedRestoreError` if that schema
 * could not be dropped after a failure.
 */
export async function restoreSite(entries: AsyncIterable<Entry>, target: Target): Promise<Restored> {
	const pool = await openSessionPool(target.database, target.sessionCount)
	try {
		const [{ db }] = pool.sessions
		await lockMigrationsOfSession(db)
		// A site may have started on it since the target was opened
		await assertEmpty(db)
		const created = await createStaging(db)
		try {
			for (const session of pool.sessions) await enterStaging(session.db)
			return await fillAndPublish(entries, target, pool)
		} catch (error) {
			await pool.cancel()
			await dropStaging(db, created).catch(() => {
				throw new UnfinishedRestoreError(error)
			})
			throw error
		}
	} finally {
		pool.close()
	}
}

/**
 * Reads the first entry, before anything is opened, and returns all of them again. Throws `BackupError` if they are no
 * backup, or one of a newer version.
 */
export async function checkFormat(entries: AsyncGenerator<Entry>): Promise<AsyncGenerator<Entry>> {
	const { value: first } = (await entries.next()) as IteratorResult<Entry, undefined>
	readFormat(first)
	return (async function* () {
		if (first) yield first
		yield* entries
	})()
}

/** Checks entries as a restore does, without one, and returns the manifest. Throws `BackupError`. */
export async function checkEntries(entries: AsyncIterable<Entry>): Promise<Manifest> {
	let manifest: Manifest | undefined
	for await (const entry of checkManifest(entries)) if (entry.path === MANIFEST_PATH) manifest = parseManifest(entry)
	if (!manifest) throw new BackupError('The backup is incomplete: its end is missing.')
	return manifest
}

interface Loading {
	format: Format
	target: Target
	tables: ReadonlyMap<string, TableInfo>
	/** Tables that someone else has made in the database. */
	foreignTables: ReadonlySet<string>
	loader: TableLoader
	builder: TableBuilder
	manifest: Manifest | undefined
}

function readFormat(entry: Entry | undefined): Format {
	const format = parseFormat(entry)
	try {
		checkMigrations(format.migrations)
	} catch (error) {
		if (!(error instanceof SchemaMismatchError)) throw error
		throw new BackupError(`The backup does not fit this version of Savepoint. ${error.message}`)
	}
	return format
}

async function fillAndPublish(entries: AsyncIterable<Entry>, target: Target, pool: SessionPool): Promise<Restored> {
	const [{ db }] = pool.sessions
	let loading: Loading | undefined
	for await (const entry of checkManifest(entries)) {
		if (loading) await loadEntry(entry, loading)
		else loading = await startLoading(readFormat(entry), target, pool)
	}
	if (!loading?.manifest) throw new BackupError('The backup is incomplete: its end is missing.')
	const { builder, foreignTables, manifest } = loading
	await builder.finish()
	await finishLoad(db, [...loading.tables.values()], manifest.sequences)
	await applyNewerMigrations(loading.format, pool)
	await target.publish(async () => {
		await beginPublishing(db)
		await assertEmpty(db)
		await moveOutOfStaging(db)
		await commit(db)
		pool.close()
	})
	return { manifest, foreignTables: [...foreignTables] }
}

async function startLoading(format: Format, target: Target, pool: SessionPool): Promise<Loading> {
	const [{ db }] = pool.sessions
	await begin(db)
	await makeTables(db, checkMigrations(format.migrations))
	const expected = new Map((await listTables(db)).map((table) => [table.name, table]))
	const tables = new Map<string, TableInfo>()
	const foreignTables = new Set<string>()
	for (const { name, columns } of format.tables) {
		const table = expected.get(name)
		if (!table) foreignTables.add(name)
		else if (isSameSet(table.columns, columns)) tables.set(name, { ...table, columns })
		else throw new BackupError(`The backup does not fit its migrations: they make ${name} with other columns.`)
	}
	if (tables.size !== expected.size) throw new BackupError('The backup does not fit its migrations: it lacks a table.')
	const definitions = await prepareLoad(db, [...tables.values()])
	await commit(db)
	const builder = createTableBuilder(pool, definitions)
	const loader = createTableLoader(pool, builder.add)
	return { format, target, tables, foreignTables, loader, builder, manifest: undefined }
}

async function loadEntry(entry: Entry, loading: Loading): Promise<void> {
	const { target, tables, foreignTables, loader } = loading
	const section = getSection(entry.path)
	const tableName = getTable(section) ?? ''
	const table = tables.get(tableName)
	const name = entry.path.slice(section.length + 1)
	if (table) return loader.add(table, entry.bytes)
	await loader.finish()
	if (foreignTables.has(tableName)) return
	if (section === PICTURES_FOLDER && PICTURE_FILE.test(name)) await target.files.addPicture(name, entry.bytes)
	else if (entry.path === SECRET_PATH) await target.files.addSecret(entry.bytes.toString('utf8'))
	else if (entry.path === MANIFEST_PATH) loading.manifest = parseManifest(entry)
	else throw new BackupError(`The file is not a backup of Savepoint: it contains ${JSON.stringify(entry.path)}.`)
}

async function applyNewerMigrations(format: Format, pool: SessionPool): Promise<void> {
	const [{ db }] = pool.sessions
	await begin(db)
	await migrateInTransaction(db)
	const isNewer = (await listMigrations(db)).length > format.migrations.length
	await commit(db)
	if (!isNewer) return
	const tables = await listTables(db)
	await Promise.all(tables.map(({ name }) => pool.run((session) => analyzeTable(session, name))))
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
	return some.length === others.length && new Set([...some, ...others]).size === some.length
}
