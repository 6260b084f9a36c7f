import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { getServerUrl } from '#kit/database-server.ts'
import { newDatabase } from '#kit/site.ts'
import { toApplicationName } from './application-names.ts'
import type { Database } from './connect.ts'
import { hasPostponedMigration, type Migration, migrate, readMigrations } from './migrate.ts'
import { MigrationError } from './migration-errors.ts'

/** Runs work with a folder of migrations in place of the site's, on a database that has applied none of them. */
async function withMigrations(
	files: Readonly<Record<string, string>>,
	work: (database: Database, migrations: readonly Migration[]) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-migrations-'))
	await using database = await newDatabase()
	try {
		await sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
			database.db,
		)
		await sql`delete from schema_migrations`.execute(database.db)
		await sql`create table numbers (n integer primary key, doubled integer)`.execute(database.db)
		await sql`insert into numbers select n from generate_series(1, 25) n`.execute(database.db)
		for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, `${name}.sql`), text)
		await work(database, await readMigrations(pathToFileURL(`${folder}/`)))
	} finally {
		await rm(folder, { recursive: true })
	}
}

const DOUBLE_TEN = `
	with batch as (select n from numbers where doubled is null order by n limit 10),
	doubled as (update numbers set doubled = 2 * numbers.n from batch where numbers.n = batch.n returning 1)
	select count(*)::int as remaining from doubled`

test.each(['001_double.repeat', '001_double.repeat.contract'])(
	'the repeated migration %s runs in batches, and continues after the last complete one',
	{ tags: ['trust-18'] },
	async (name) => {
		await withMigrations({ [name]: DOUBLE_TEN }, async ({ db }, migrations) => {
			await sql`alter table numbers add check (n < 21 or doubled is null)`.execute(db)
			await expect(migrate(db, migrations)).rejects.toThrow(MigrationError)
			const count = async () =>
				(await sql<{ n: number }>`select count(doubled)::int as n from numbers`.execute(db)).rows[0]?.n
			expect(await count()).toBe(20)
			await sql`alter table numbers drop constraint numbers_check`.execute(db)
			expect(await migrate(db, migrations)).toEqual([name])
			expect(await count()).toBe(25)
			expect(await migrate(db, migrations)).toEqual([])
		})
	},
)

test('a contracting migration waits until no process of an earlier version is connected', {
	tags: ['trust-18'],
}, async () => {
	const files = {
		'001_drop.contract': 'alter table numbers drop column doubled',
		'002_add': 'create table more (n integer)',
	}
	await withMigrations(files, async ({ db }, migrations) => {
		const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
		const url = new URL(getServerUrl())
		url.pathname = `/${rows[0]?.name}`
		const connect = async (applicationName: string) => {
			const client = new pg.Client({ connectionString: url.href, application_name: applicationName })
			await client.connect()
			return client
		}
		const current = await connect(toApplicationName('abcdef'))
		const older = await connect('savepoint abcdef process 4711 on web-2')
		expect(await migrate(db, migrations)).toEqual(['002_add'])
		expect(await hasPostponedMigration(db, migrations)).toBe(true)
		await older.end()
		await expect.poll(() => migrate(db, migrations)).toEqual(['001_drop.contract'])
		expect(await hasPostponedMigration(db, migrations)).toBe(false)
		await current.end()
	})
})

test('a migration gives way to a lock and tries again', { tags: ['trust-18'] }, async () => {
	await withMigrations({ '001_drop': 'alter table numbers drop column doubled' }, async ({ db }, migrations) => {
		let migrated: Promise<string[]> | undefined
		await db.transaction().execute(async (transaction) => {
			await sql`select from numbers`.execute(transaction)
			migrated = migrate(db, migrations)
			// While the migration waits, or has given way, others still read
			const isTried = async () => {
				const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
					where datname = current_database() and query like 'alter table numbers drop%' and pid <> pg_backend_pid()`.execute(
					db,
				)
				return rows[0]?.n
			}
			await expect.poll(isTried, { interval: 5 }).toBe(1)
			await sql`select from numbers`.execute(db)
		})
		expect(await migrated).toEqual(['001_drop'])
	})
})

test('a process says that it reads the schema of the baseline, or that which the last contracting migration leaves', async () => {
	const versions = (await readMigrations()).filter(({ name }, index) => index === 0 || name.endsWith('.contract'))
	const version = Number.parseInt(versions.at(-1)?.name ?? '', 10)
	expect(toApplicationName('abcdef')).toMatch(new RegExp(` schema ${version}$`))
})
