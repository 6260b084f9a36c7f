import { checkMigrations, lockMigrations, migrateInTransaction, SchemaMismatchError } from '#server/db/migrate.ts'
import type { Session } from '#server/db/session.ts'
import { FILE_NAME_PATTERN } from '#server/features/media/picture-names.ts'
import { BackupError } from './backup-error.ts'
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
import {
	analyzeTables,
	beginLoad,
	buildCopyIn,
	commitLoad,
	finishLoad,
	prepareLoad,
	type Rebuild,
} from './queries-load.ts'
import { listTables, type TableInfo } from './queries-tables.ts'
import { assertEmpty, type Target } from './target.ts'

const PICTURE_FILE = new RegExp(`${FILE_NAME_PATTERN.slice(0, -1)}\\.webp$`)

/**
 * Brings the entries of a site into an empty target: everything, or nothing if anything is wrong. Applies the migrations
 * of the entries first, then loads the rows as they are, then applies newer migrations. Returns the manifest, and the
 * tables that no migration makes, which are left out.
 */
export async function restoreSite(
	entries: AsyncIterable<Entry>,
	target: Target,
): Promise<{ manifest: Manifest; foreignTables: string[] }> {
	const session = await target.database.openSession()
	try {
		let loading: Loading | undefined
		for await (const entry of checkManifest(entries)) {
			if (loading) await loadEntry(entry, loading)
			else loading = await startLoading(readFormat(entry), session, target)
		}
		if (!loading?.manifest) throw new BackupError('The backup is incomplete: its end is missing.')
		const { tables, rebuild, manifest } = loading
		await finishLoad(session.db, [...tables.values()], { rebuild, sequences: manifest.sequences })
		await migrateInTransaction(session.db)
		await analyzeTables(session.db)
		await target.publish(async () => {
			await commitLoad(session.db)
			session.close()
		})
		return { manifest, foreignTables: [...loading.foreignTables] }
	} finally {
		session.close()
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
	session: Session
	target: Target
	tables: ReadonlyMap<string, TableInfo>
	/** Tables that someone else has made in the database. */
	foreignTables: ReadonlySet<string>
	rebuild: Rebuild
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

async function startLoading(format: Format, session: Session, target: Target): Promise<Loading> {
	const { db } = session
	await beginLoad(db)
	await lockMigrations(db)
	// A site may have started on it since the target was opened
	await assertEmpty(db)
	await migrateInTransaction(db, new Set(format.migrations.map(({ name }) => name)))
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
	const rebuild = await prepareLoad(db, [...tables.values()])
	return { session, target, tables, foreignTables, rebuild, manifest: undefined }
}

async function loadEntry(entry: Entry, loading: Loading): Promise<void> {
	const { session, target, tables, foreignTables } = loading
	const section = getSection(entry.path)
	const tableName = getTable(section) ?? ''
	const table = tables.get(tableName)
	const name = entry.path.slice(section.length + 1)
	if (table) await session.copyIn(buildCopyIn(session.db, table), entry.bytes)
	else if (foreignTables.has(tableName)) return
	else if (section === PICTURES_FOLDER && PICTURE_FILE.test(name)) await target.files.addPicture(name, entry.bytes)
	else if (entry.path === SECRET_PATH) await target.files.addSecret(entry.bytes.toString('utf8'))
	else if (entry.path === MANIFEST_PATH) loading.manifest = parseManifest(entry)
	else throw new BackupError(`The file is not a backup of Savepoint: it contains ${JSON.stringify(entry.path)}.`)
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
	return some.length === others.length && new Set([...some, ...others]).size === some.length
}
