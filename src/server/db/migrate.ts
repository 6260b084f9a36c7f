import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { findOlderProcesses } from './application-names.ts'
import { type AppliedMigration, enterBaseline, isBeforeBaseline } from './before-baseline.ts'
import { applyDefinitions, hasDefinitions } from './definitions.ts'
import { MigrationError, SchemaMismatchError } from './migration-errors.ts'
import { hasUnfinishedRestore, RESTORE_SCHEMA } from './restore-schema.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { withoutStatementTimeout } from './without-statement-timeout.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** How long a migration may wait for a lock that requests hold, and so keep other requests waiting, before it backs off. */
const LOCK_TIMEOUT_MS = 150
const MAX_LOCK_ATTEMPTS = 600
const BACKOFF_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Marks the name of a migration that comes after the definitions, whose only statement returns a number of `remaining` rows: it is
 * repeated, each time in a transaction of its own, until that is 0, so that rows by the million never stay locked.
 */
const REPEATED = '.repeat'
/** Ends the name of a migration that removes what an earlier version reads: it waits until no such process is connected. */
export const CONTRACTING = '.contract'
/** What `migrate` calls the definitions. */
const DEFINITIONS = 'definitions'

export interface Migration extends AppliedMigration {
	text: string
}

// Read once: after an update in place, the files are those of a later version
const MIGRATIONS = await readMigrations(FOLDER)

/**
 * Applies the missing migrations, each in its own transaction, one process at a time: those of tables, then the definitions, then those that change
 * rows or remove what is old. Returns the names of what was applied. A migration that removes what an earlier version reads is
 * postponed while such a process is connected. Throws `MigrationError`, or `SchemaMismatchError` if a newer version has used the
 * database, an applied migration has changed since, or a restore has not finished.
 */
export async function migrate(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<string[]> {
	// Other processes wait for the lock for as long as the first one takes
	return withoutStatementTimeout(db, async (connection) => {
		await lockMigrationsOfSession(connection)
		try {
			await assertNoUnfinishedRestore(connection)
			const applied: string[] = []
			const [baseline] = migrations
			if (baseline && isBeforeBaseline(await listApplied(connection)))
				applied.push(await applyInTransaction(connection, baseline.name, (tx) => takeOver(tx, baseline, migrations)))
			const [early, late] = partition(await findMissingMigrations(connection, migrations))
			for (const migration of early) applied.push(await applyMigration(connection, migration))
			if (await applyInTransaction(connection, DEFINITIONS, applyDefinitions)) applied.push(DEFINITIONS)
			for (const migration of late) {
				if (migration.name.endsWith(CONTRACTING) && (await findOlderProcesses(connection)).length > 0) continue
				applied.push(await applyMigration(connection, migration))
			}
			return applied
		} finally {
			await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCKS.migrations)})`.execute(connection)
		}
	})
}

/** Applies what is missing in the caller's transaction, which nobody else sees, while other processes wait. Throws like `migrate`. */
export async function migrateInTransaction(transaction: Db): Promise<void> {
	await lockMigrations(transaction)
	const [baseline] = MIGRATIONS
	if (baseline && isBeforeBaseline(await listApplied(transaction))) await takeOver(transaction, baseline, MIGRATIONS)
	const [early, late] = partition(await findMissingMigrations(transaction, MIGRATIONS))
	await runMigrations(transaction, early)
	await applyDefinitions(transaction)
	await runMigrations(transaction, late)
}

/** Makes the empty tables of a database with these migrations, and no definitions, in the same way. */
export async function makeTables(transaction: Db, names: ReadonlySet<string>): Promise<void> {
	await lockMigrations(transaction)
	const missing = await findMissingMigrations(transaction, MIGRATIONS)
	await runMigrations(
		transaction,
		missing.filter(({ name }) => names.has(name) && !name.includes(REPEATED)),
	)
}

/** Until the end of the transaction, keeps every other process from migrating, and so from starting on the database. */
export async function lockMigrations(transaction: Kysely<Tables>): Promise<void> {
	await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS.migrations)})`.execute(transaction)
}

/** The same until the session ends. */
export async function lockMigrationsOfSession(session: Kysely<Tables>): Promise<void> {
	await sql`select pg_advisory_lock(${sql.lit(ADVISORY_LOCKS.migrations)})`.execute(session)
}

/**
 * Returns the names of the migrations that make the tables of a database with these. Throws `SchemaMismatchError` if it is from a newer
 * version, or from a changed one.
 */
export function checkMigrations(applied: readonly AppliedMigration[]): Set<string> {
	const known = isBeforeBaseline(applied) ? MIGRATIONS.slice(0, 1) : applied
	assertKnownMigrations(known, MIGRATIONS)
	return new Set(known.map(({ name }) => name))
}

/** Returns the migrations that a database has applied, by name. */
export async function listMigrations(db: Db): Promise<AppliedMigration[]> {
	const { rows } = await sql<AppliedMigration>`
		select name, checksum from schema_migrations order by name`.execute(db)
	return rows
}

/**
 * Throws `SchemaMismatchError` unless the database is that of a site of this version: if it has no site, an unfinished restore, or
 * the schema of another version. Migrations that are postponed do not matter. Changes nothing.
 */
export async function assertMigrated(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<void> {
	await assertNoUnfinishedRestore(db)
	await assertHasSite(db)
	const applied = await listMigrations(db)
	const isEarlier = isBeforeBaseline(applied)
	if (!isEarlier) assertKnownMigrations(applied, migrations)
	const names = new Set(applied.map(({ name }) => name))
	const isMissing = ({ name }: Migration) => !names.has(name) && !name.endsWith(CONTRACTING)
	if (isEarlier || migrations.some(isMissing) || !(await hasDefinitions(db)))
		throw new SchemaMismatchError(
			'The database is of an earlier version of Savepoint. Start the site, which brings it up to date, and run this again.',
		)
}

/** Throws `SchemaMismatchError` if the database has no site, of whatever version. */
export async function assertHasSite(db: Kysely<Tables>): Promise<void> {
	const { rows } = await sql<{
		exists: boolean
	}>`select to_regclass('schema_migrations') is not null as exists`.execute(db)
	if (!rows[0]?.exists)
		throw new SchemaMismatchError(
			'There is no site in the database. Set DATABASE_URL or DATA_DIR as the site has it. npm start makes a new site.',
		)
}

async function assertNoUnfinishedRestore(db: Kysely<Tables>): Promise<void> {
	if (await hasUnfinishedRestore(db))
		throw new SchemaMismatchError(
			`A restore into this database has not finished. Run npm run restore again, which starts over; for a new site instead, run in the database: drop schema ${RESTORE_SCHEMA} cascade.`,
		)
}

/** Brings a database in the last state before the baseline to it: at no moment do writes go uncounted. */
async function takeOver(transaction: Db, baseline: Migration, migrations: readonly Migration[]): Promise<string> {
	await enterBaseline(transaction, baseline)
	const [early] = partition(await findMissingMigrations(transaction, migrations))
	await runMigrations(transaction, early)
	await applyDefinitions(transaction)
	return baseline.name
}

async function findMissingMigrations(db: Db, migrations: readonly Migration[]): Promise<Migration[]> {
	const applied = await listApplied(db)
	assertKnownMigrations(applied, migrations)
	const names = new Set(applied.map(({ name }) => name))
	return migrations.filter(({ name }) => !names.has(name))
}

/** The same as `listMigrations` on any database, which gets the table for it. */
async function listApplied(db: Db): Promise<AppliedMigration[]> {
	await sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
		db,
	)
	return listMigrations(db)
}

/** Returns whether a migration of this version has been postponed. */
export async function hasPostponedMigration(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<boolean> {
	return (await listPostponedMigrations(db, migrations)).length > 0
}

/** Returns the names of the migrations of this version that have been postponed. */
export async function listPostponedMigrations(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<string[]> {
	const applied = new Set((await listMigrations(db)).map(({ name }) => name))
	return migrations.flatMap(({ name }) => (applied.has(name) ? [] : [name]))
}

/** Splits migrations into those before the definitions and those after them. */
function partition(migrations: readonly Migration[]): [Migration[], Migration[]] {
	const isLate = ({ name }: Migration) => name.includes(REPEATED) || name.endsWith(CONTRACTING)
	return [migrations.filter((migration) => !isLate(migration)), migrations.filter(isLate)]
}

async function applyMigration(db: Kysely<Tables>, migration: Migration): Promise<string> {
	while (!(await applyInTransaction(db, migration.name, (transaction) => runMigration(transaction, migration))));
	return migration.name
}

async function runMigrations(transaction: Db, migrations: readonly Migration[]): Promise<void> {
	for (const migration of migrations)
		try {
			while (!(await runMigration(transaction, migration)));
		} catch (error) {
			throw new MigrationError(migration.name, error)
		}
}

/** Does a step in a transaction that gives way to the locks of requests. Throws `MigrationError`. */
async function applyInTransaction<T>(
	db: Kysely<Tables>,
	name: string,
	step: (transaction: Tx) => Promise<T>,
): Promise<T> {
	try {
		return await retryWhileLocked(() =>
			db.transaction().execute(async (transaction) => {
				await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(transaction)
				return step(transaction)
			}),
		)
	} catch (error) {
		throw new MigrationError(name, error)
	}
}

/** Runs a migration, or a part of a repeated one, and returns whether it is complete. */
async function runMigration(transaction: Db, { name, text, checksum }: Migration): Promise<boolean> {
	const { rows } = await sql.raw<{ remaining: number }>(text).execute(transaction)
	if (name.includes(REPEATED) && rows[0]?.remaining !== 0) return false
	await sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(transaction)
	return true
}

/** Retries a transaction that gave way to the locks of requests; throws after five minutes of them. */
async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work()
		} catch (error) {
			if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || attempt === MAX_LOCK_ATTEMPTS) throw error
			await setTimeout(BACKOFF_MS)
		}
	}
}

function assertKnownMigrations(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
	const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
	for (const { name, checksum } of applied) {
		if (!known.has(name))
			throw new SchemaMismatchError(
				`The database has been used by a newer version of Savepoint (it knows "${name}", this version does not). Start that version or a later one.`,
			)
		if (known.get(name) !== checksum)
			throw new SchemaMismatchError(
				`The migration "${name}" has changed since the database applied it. Restore its text; changes go into a new migration.`,
			)
	}
}

/** Reads the migrations of a folder, by default those of this version, in the order of their names. */
export async function readMigrations(folder: URL = FOLDER): Promise<readonly Migration[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
	return Promise.all(
		names.map(async (file) => {
			const text = await readFile(new URL(file, folder), 'utf8')
			return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') }
		}),
	)
}
