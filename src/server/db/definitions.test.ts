import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '#kit/database-server.ts'
import { startSite } from '#kit/site.ts'
import { openDatabase } from './connect.ts'
import { applyDefinitions, type Definition, hasDefinitions, readDefinitions } from './definitions.ts'
import type { Db } from './tables.ts'

const DOUBLED = 'create or replace function doubled(n integer) returns integer language sql as $$ select 2 * n $$;'
const COUNTED = `
create or replace function counted() returns trigger language plpgsql as $$
begin
	update totals set n = n + doubled(new.n);
	return null;
end $$;

-- What one sees
create or replace view seen as select n, doubled(n) as twice from numbers;

create or replace view seen_last as select * from seen order by n desc limit 1;

create or replace trigger numbers_010 after insert on numbers
	for each row execute function counted();
`

/** Writes files of definitions, in place of the site's. */
async function read(files: Readonly<Record<string, string>>): Promise<readonly Definition[]> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-definitions-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	await mkdir(path.join(folder, 'db/migrations'), { recursive: true })
	await writeFile(path.join(folder, 'db/migrations/001_other.sql'), 'create table other ()')
	for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, `${name}.sql`), text)
	return readDefinitions(pathToFileURL(`${folder}/`))
}

/** Opens a database with two tables and none of the site's definitions, as a process of this name. */
async function openNumbers() {
	const created = await createDatabase()
	const { db, close } = await openDatabase({
		url: created.url,
		connectionTimeoutMs: 20_000,
		processName: 'savepoint abcdef process 1 on here',
	})
	onTestFinished(async () => {
		await close()
		await created[Symbol.asyncDispose]()
	})
	await sql`create table schema_migrations (name text primary key)`.execute(db)
	await sql`create table numbers (n integer)`.execute(db)
	await sql`create table totals (n integer)`.execute(db)
	await sql`insert into totals values (0)`.execute(db)
	const apply = (definitions: readonly Definition[]) =>
		db.transaction().execute((transaction) => applyDefinitions(transaction, definitions))
	return { db, url: created.url, apply }
}

async function insertOne(db: Db): Promise<number | undefined> {
	await sql`update totals set n = 0`.execute(db)
	await sql`insert into numbers values (1)`.execute(db)
	const { rows } = await sql<{ n: number }>`select n from totals`.execute(db)
	return rows[0]?.n
}

test('definitions are created, replaced where they have changed, and dropped where they are gone', async () => {
	const { db, apply } = await openNumbers()
	await sql`create function of_the_operator() returns integer language sql as 'select 1'`.execute(db)
	const first = await read({ 'db/a': COUNTED, 'db/b': DOUBLED })
	expect(first.map(({ object }) => object)).toEqual([
		'function counted',
		'function doubled',
		'view seen',
		'view seen_last',
		'trigger numbers_010 on numbers',
	])
	expect(await apply(first)).toBe(true)
	expect(await insertOne(db)).toBe(2)
	expect(await apply(first)).toBe(false)

	// With another result, which no statement replaces in place although a view calls it, which another one reads
	const tripled = DOUBLED.replace('returns integer', 'returns bigint').replace('2 *', '3::bigint *')
	const second = await read({
		'db/a': COUNTED.replace('after insert', 'after insert or update'),
		'db/b': tripled,
	})
	expect(await apply(second)).toBe(true)
	expect(await insertOne(db)).toBe(3)
	expect((await sql`select twice from seen limit 1`.execute(db)).rows).toEqual([{ twice: '3' }])

	expect(await apply(await read({ 'db/a': COUNTED.replace('as twice', 'as thrice'), 'db/b': tripled }))).toBe(true)
	expect((await sql`select thrice from seen limit 1`.execute(db)).rows).toEqual([{ thrice: '3' }])

	const third = await read({ 'db/b': DOUBLED })
	expect(await apply(third)).toBe(true)
	expect(await insertOne(db)).toBe(0)
	await expect(sql`select from seen`.execute(db)).rejects.toThrow('does not exist')
	await expect(sql`select counted()`.execute(db)).rejects.toThrow('does not exist')
	expect((await sql`select doubled(of_the_operator()) as n`.execute(db)).rows).toEqual([{ n: 2 }])
})

test('a definition that fails changes nothing', async () => {
	const { db, apply } = await openNumbers()
	await apply(await read({ 'db/a': COUNTED, 'db/b': DOUBLED }))
	const broken = DOUBLED.replace('returns integer', 'returns no_type')
	await expect(
		apply(await read({ 'db/a': COUNTED.replace('+ doubled', '- doubled'), 'db/b': broken })),
	).rejects.toThrow('no_type')
	expect(await insertOne(db)).toBe(2)
	await expect(read({ 'db/a': 'create table numbers ()' })).rejects.toThrow(
		'No definition of a function, view, trigger',
	)
})

test('an earlier version that starts again beside a later one leaves the definitions, and alone it restores its own', {
	tags: ['trust-18'],
}, async () => {
	const { db, url, apply } = await openNumbers()
	const earlier = await read({ 'db/a': COUNTED, 'db/b': DOUBLED })
	const later = await read({ 'db/a': COUNTED.replace('+ doubled', '- doubled'), 'db/b': DOUBLED })
	await apply(earlier)
	expect(await hasDefinitions(db, later)).toBe(false)
	await apply(later)
	const other = new pg.Client({ connectionString: url, application_name: 'savepoint abcdef process 4711 on web-2' })
	await other.connect()
	expect(await apply(earlier)).toBe(false)
	expect(await insertOne(db)).toBe(-2)
	expect(await hasDefinitions(db, earlier)).toBe(true)
	await other.end()
	await expect.poll(() => apply(earlier)).toBe(true)
	expect(await insertOne(db)).toBe(2)
})

test('triggers of a table fire in the order of their file, which their names number, and each file has the tables of its feature', async () => {
	await using site = await startSite()
	const { rows } = await sql<{ name: string; table: string }>`
		select tgname as name, relname as "table" from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal`.execute(
		site.services.db,
	)
	const definitions = await readDefinitions(new URL('../', import.meta.url))
	const written = definitions.flatMap(({ object }) => /^trigger (\w+) on (\w+)$/.exec(object)?.slice(1, 3).join() ?? [])
	expect(written.toSorted()).toEqual(rows.map(({ name, table }) => `${name},${table}`).toSorted())
	for (const table of new Set(rows.map((row) => row.table))) {
		const names = written.filter((each) => each.endsWith(`,${table}`)).map((each) => each.split(',')[0])
		expect(names).toEqual(names.toSorted())
		for (const name of names) expect(name).toMatch(new RegExp(`^${table}_\\d{3}$`))
	}
})
