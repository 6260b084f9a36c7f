import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase, openMigratedDatabase } from '#kit/database-server.ts'
import { type Database, openDatabase } from './connect.ts'
import { listMigrations, migrateInTransaction } from './migrate.ts'

const MOTIFS = '036_motifs'
const NEW_DRAWINGS = ['037_new_drawings.contract', '038_redraw.repeat.contract', '039_redrawn.contract']

interface Addresses {
	name: string
	cover: string
	screenshots: string[]
}

async function listAddresses({ db }: Database): Promise<Addresses[]> {
	return (await sql<Addresses>`select name, cover, screenshots from games order by id`.execute(db)).rows
}

/** Adds a game as a version before motifs does. */
async function addGame({ db }: Database, name: string, source: string, picture: string | null): Promise<void> {
	await sql`insert into games (source, source_id, sources, facts_hash, name, cover_source, developers, publishers, genres, platforms,
			game_modes, screenshot_sources, websites, created_at, updated_at)
		values (${source}, ${name}, array[${source}], '', ${name}, ${picture}, '{}', '{}', '{}', '{}', '{}',
			${picture === null ? [] : [picture]}, '[]', now(), now())`.execute(db)
}

test('drawn pictures keep their addresses while an earlier version runs, and then all get new ones', async () => {
	const migrated = await openMigratedDatabase()
	const all = (await listMigrations(migrated.db)).map(({ name }) => name)
	await migrated.close()
	await using empty = await createDatabase()
	const database = await openDatabase({ url: empty.url })
	const migrateTo = (names: readonly string[]) =>
		database.db.transaction().execute((transaction) => migrateInTransaction(transaction, new Set(names)))
	await migrateTo(all.slice(0, all.indexOf(MOTIFS)))
	await addGame(database, 'Built In', 'savepoint', null)
	await addGame(database, 'Drawn', 'file', null)
	await addGame(database, 'Imported', 'igdb', 'https://images.igdb.com/a.jpg')
	const before = await listAddresses(database)
	expect(before.map(({ screenshots }) => screenshots.length)).toEqual([3, 0, 1])

	await migrateTo([MOTIFS])
	expect(await listAddresses(database)).toEqual(before)
	await addGame(database, 'Drawn', 'another file', null)
	const [, , , added] = await listAddresses(database)
	expect(added?.cover.slice(-15)).toBe(before[1]?.cover.slice(-15))
	await sql`update games set motif = 'goose', palette = 'sky', cover = '' where name = 'Built In'`.execute(database.db)
	expect((await listAddresses(database)).slice(0, 3)).toEqual(before)

	await migrateTo(NEW_DRAWINGS)
	const after = await listAddresses(database)
	const unchanged = after.filter(({ cover, screenshots }) =>
		before.some((game) => game.cover === cover || game.screenshots.some((address) => screenshots.includes(address))),
	)
	expect(unchanged.map(({ name }) => name)).toEqual(['Imported'])
	expect(after.map(({ screenshots }) => screenshots.length)).toEqual([3, 0, 1, 0])
	await sql`update games set motif = 'wolf' where name = 'Built In'`.execute(database.db)
	expect((await listAddresses(database))[0]?.cover).not.toBe(after[0]?.cover)
	await database.close()
})
