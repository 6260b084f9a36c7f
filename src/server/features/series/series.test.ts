import { afterAll, beforeEach, expect, test } from 'vitest'
import { editGame } from '#contract/game-edits.ts'
import { getGame } from '#contract/games.ts'
import { getSeries } from '#contract/series.ts'
import { registerAdmin } from '#kit/admin.ts'
import { createImporter, type SourceRecord } from '#kit/imported-games.ts'
import { startSite } from '#kit/site.ts'
import { exportGames } from '#server/catalog/export-games.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db, clock } = site.services
const { load, empty } = createImporter(site)
beforeEach(empty)

const game = (sourceId: string, name: string, more: object = {}): SourceRecord => ({ sourceId, name, ...more })
const idOf = async (name: string) =>
	(await db.selectFrom('games').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const detail = async (name: string) => (await site.call(getGame, { params: { id: await idOf(name) } })).data
const series = (slug: string, query: object = {}) => site.call(getSeries, { params: { slug }, query })
const lost = (slug: string) => site.refusal(getSeries, { params: { slug }, query: {} })

test('a series has its visible games, the oldest first, and those without a date last', async () => {
	await load('file', [
		game('a', 'Third', { series: 'Lamp', releaseDate: '2001-05' }),
		game('b', 'Undated', { series: 'Lamp' }),
		game('c', 'First', { series: 'LAMP', releaseDate: '1999' }),
		game('d', 'Second', { series: 'Lamp', releaseDate: '2001' }),
		game('e', 'Gone', { series: 'Lamp', releaseDate: '1990' }),
		game('f', 'Another', { series: 'Harbor' }),
	])
	await db.updateTable('games').set({ hidden: true }).where('name', '=', 'Gone').execute()
	const all = await series('lamp')
	expect(all).toMatchObject({
		series: { slug: 'lamp', name: 'Lamp' },
		total: 4,
		years: { first: 1999, last: 2001 },
		hasMore: false,
	})
	expect(all.games.map(({ name }) => name)).toEqual(['First', 'Second', 'Third', 'Undated'])
	const pages = [await series('lamp', { limit: 3 }), await series('lamp', { limit: 3, page: 2 })]
	expect(pages.flatMap(({ games }) => games)).toEqual(all.games)
	expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false])
	expect((await series('harbor')).years).toEqual({ first: null, last: null })
	expect(await lost('none')).toMatchObject({ status: 404, code: 'series_not_found' })
	// A series whose games are all hidden is none
	await db.updateTable('games').set({ hidden: true }).where('series_slug', '=', 'harbor').execute()
	expect((await lost('harbor')).code).toBe('series_not_found')
})

test('an edition names its game, in whichever order they come, and follows it through merges', async () => {
	await load('igdb', [
		game('igdb:2', 'Lamp Again', { kind: 'remake', editionOf: 'igdb:1', releaseDate: '2010', developers: ['Moss'] }),
	])
	expect(await detail('Lamp Again')).toMatchObject({ kind: 'remake', editionOf: null, series: null })
	await load('igdb', [game('igdb:1', 'Lamp', { releaseDate: '1999', developers: ['Moss'] })])
	expect((await detail('Lamp Again')).editionOf).toMatchObject({ id: await idOf('Lamp'), name: 'Lamp' })
	expect(await detail('Lamp')).toMatchObject({ kind: 'game', editionOf: null })

	await load('file', [game('x', 'Old Lamp')])
	await mergeGames(db, await idOf('Old Lamp'), await idOf('Lamp'), { clock })
	expect((await detail('Lamp Again')).editionOf?.name).toBe('Lamp')
	await mergeGames(db, await idOf('Lamp'), await idOf('Lamp Again'), { clock })
	expect(await detail('Lamp')).toMatchObject({ editionOf: null })
})

test('an edition of a hidden game names none', async () => {
	await load('file', [game('a', 'Lamp'), game('b', 'Lamp Again', { editionOf: 'a' })])
	await db.updateTable('games').set({ hidden: true }).where('name', '=', 'Lamp').execute()
	expect((await detail('Lamp Again')).editionOf).toBeNull()
})

test('the most trusted source that names a series decides, and a moderator before all', async () => {
	await load('wikidata', [
		game('wikidata:Q1', 'Lamp', { series: 'Lamps of Old', releaseDate: '1999', developers: ['Moss'] }),
	])
	await load('igdb', [game('igdb:1', 'Lamp', { series: 'Lamp', releaseDate: '1999', developers: ['Moss'] })])
	expect((await detail('Lamp')).series).toEqual({ slug: 'lamp', name: 'Lamp' })
	const admin = await registerAdmin(site)
	const params = { id: await idOf('Lamp') }
	await site.call(editGame, { params, body: { series: 'Harbor' } }, admin)
	expect((await detail('Lamp')).series).toEqual({ slug: 'harbor', name: 'Harbor' })
	await site.call(editGame, { params, body: { series: '' } }, admin)
	expect((await detail('Lamp')).series).toBeNull()
	expect((await lost('lamp')).status).toBe(404)
	await site.call(editGame, { params, body: { series: null } }, admin)
	expect((await detail('Lamp')).series?.name).toBe('Lamp')
})

test('an export has series and editions, by the ids of its own lines', async () => {
	await load('igdb', [
		game('igdb:1', 'Lamp', { series: 'Lamp', releaseDate: '1999', developers: ['Moss'] }),
		game('igdb:2', 'Lamp Again', { series: 'Lamp', kind: 'remaster', editionOf: 'igdb:1' }),
	])
	await load('savepoint', [game('savepoint:lamp', 'Lamp', { releaseDate: '1999', developers: ['Moss'] })])
	const lines: string[] = []
	for await (const line of exportGames(db)) lines.push(line)
	const records = lines.map((line) => JSON.parse(line) as SourceRecord)
	expect(records.find(({ name }) => name === 'Lamp Again')).toMatchObject({
		series: 'Lamp',
		kind: 'remaster',
		editionOf: 'savepoint:lamp',
	})
	await empty()
	await load('file', records)
	expect((await detail('Lamp Again')).editionOf?.name).toBe('Lamp')
})
