import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'
import { withoutStatementTimeout } from './without-statement-timeout.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
// Arbitrary key that nothing else on the server uses
const ADVISORY_LOCK = 5_091_157

/** The schema does not match this version of the program. The message says what to do. */
export class SchemaMismatchError extends Error {}

/** A migration was rolled back because one of its statements failed. */
export class MigrationError extends Error {
	readonly migration: string

	constructor(migration: string, cause: unknown) {
		super(`The migration "${migration}" failed`, { cause })
		this.migration = migration
	}
}

interface Migration {
	name: string
	text: string
	checksum: string
}

/**
 * Applies the missing migrations, each in its own transaction, one process at a time. Returns the names of the applied
 * migrations. Throws `MigrationError`, or `SchemaMismatchError` if a newer version has used the database or an applied
 * migration has changed since.
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
	const migrations = await readMigrations()
	// Other processes wait for the lock for as long as the first one takes
	return withoutStatementTimeout(db, async (connection) => {
		await sql`select pg_advisory_lock(${sql.lit(ADVISORY_LOCK)})`.execute(connection)
		try {
			await sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
				connection,
			)
			const { rows } = await sql<{
				name: string
				checksum: string
			}>`select name, checksum from schema_migrations`.execute(connection)
			const applied = new Map(rows.map((row) => [row.name, row.checksum]))
			assertKnownMigrations(applied, migrations)
			const missing = migrations.filter(({ name }) => !applied.has(name))
			for (const migration of missing) await applyMigration(connection, migration)
			return missing.map(({ name }) => name)
		} finally {
			await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCK)})`.execute(connection)
		}
	})
}

async function applyMigration(db: Kysely<Tables>, { name, text, checksum }: Migration): Promise<void> {
	try {
		await db.transaction().execute(async (transaction) => {
			await sql.raw(text).execute(transaction)
			await sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(transaction)
		})
	} catch (error) {
		throw new MigrationError(name, error)
	}
}

function assertKnownMigrations(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
	const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
	for (const [name, checksum] of applied) {
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

async function readMigrations(): Promise<Migration[]> {
	const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
	return Promise.all(
		names.map(async (file) => {
			const text = await readFile(new URL(file, FOLDER), 'utf8')
			return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') }
		}),
	)
}
