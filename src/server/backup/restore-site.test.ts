/**
 * Each restores a whole site.
 *
 * @module-tag ci
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openMigratedDatabase } from '#kit/database-server.ts'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { recount } from '#server/db/recount.ts'
import { addManifest } from './checksums.ts'
import { type Entry, FORMAT_PATH, type Format, parseFormat } from './entries.ts'
import { readSite } from './read-site.ts'
import { checkFormat, restoreSite } from './restore-site.ts'
import { openTarget } from './target.ts'

const SECRET = 'a secret for tests, long enough to be one'

test('every table and column of the schema is in a backup, unless it is generated from others', async () => {
	const database = await openMigratedDatabase({ statementTimeoutMs: 0 })
	const [first] = await readEntries(database)
	const { rows } = await sql<{ name: string; columns: string[] }>`
		select t.table_name as name, array_agg(c.column_name::text order by c.column_name) filter (where c.is_generated = 'NEVER') as columns
		from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
		where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
		group by 1 order by 1`.execute(database.db)
	await database.close()
	const inBackup = parseFormat(first).tables.map(({ name, columns }) => ({ name, columns: columns.toSorted() }))
	expect(inBackup.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(rows)
	expect(rows.length).toBeGreaterThan(20)
})

test("a restore has the functions of this version, whatever the backup's had, and no tables that are not the site's", async () => {
	const old = await openMigratedDatabase({ statementTimeoutMs: 0 })
	const applied = await listMigrations(old.db)
	await addUser(old)
	await sql`drop function count_site cascade`.execute(old.db)
	await sql`create table notes_of_the_operator as select 1 as n`.execute(old.db)
	const entries = await readEntries(old)
	await old.close()

	const folder = await createFolder()
	expect(await restore(entries, folder)).toEqual(['notes_of_the_operator'])
	const restored = await openDatabase({ folder })
	expect(await listMigrations(restored.db)).toEqual(applied)
	expect(await restored.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'somebody' }])
	expect(await recount(restored.db)).toEqual([])
	await addUser(restored, 'another')
	expect(await recount(restored.db)).toEqual([])
	await restored.close()
})

test.each([
	['a newer format', { version: 2 }, 'which a newer version of Savepoint wrote'],
	[
		'a newer schema',
		{ migrations: [{ name: '999_future', checksum: '' }] },
		'does not fit this version of Savepoint. The database has been used by a newer version',
	],
])('a backup with %s is refused before anything is opened', async (_, change, sentence) => {
	const format: Format = { version: 1, createdAt: '', migrations: [], tables: [], ...change }
	await expect(checkFormat(generate([toEntry(format)]))).rejects.toThrow(sentence)
})

test('a backup whose tables its migrations do not make is refused, and leaves the target empty', async () => {
	const database = await openMigratedDatabase({ statementTimeoutMs: 0 })
	const [first, ...others] = await readEntries(database)
	await database.close()
	const format = parseFormat(first)
	const tables = format.tables.map((table) => (table.name === 'users' ? { ...table, columns: ['nickname'] } : table))
	const folder = await createFolder()
	for (const [change, sentence] of [
		[{ tables }, 'they make users with other columns'],
		[{ tables: [] }, 'it lacks a table'],
	] as const) {
		await expect(restore([toEntry({ ...format, ...change }), ...others], folder)).rejects.toThrow(sentence)
		expect(await readdir(folder)).toEqual([])
	}
})

function toEntry(format: object): Entry {
	return { path: FORMAT_PATH, bytes: Buffer.from(JSON.stringify(format)) }
}

async function* generate(entries: readonly Entry[]): AsyncGenerator<Entry> {
	yield* entries
}

async function addUser({ db }: Database, name = 'somebody'): Promise<void> {
	await sql`insert into users (id, username, email, email_key, created_at)
		values (gen_random_uuid(), ${name}, ${`${name}@example.org`}, ${`${name}@example.org`}, now())`.execute(db)
}

async function readEntries(database: Database): Promise<Entry[]> {
	const entries: Entry[] = []
	const contents = { database, pictures: undefined, secret: SECRET, clock: Date.now }
	for await (const entry of addManifest(readSite(contents))) entries.push(entry)
	return entries
}

async function restore(entries: readonly Entry[], folder: string): Promise<string[]> {
	await using target = await openTarget(readConfig({ DATA_DIR: folder }), { withPictures: true })
	return (await restoreSite(generate(entries), target)).foreignTables
}

async function createFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	return folder
}
