import { afterAll, beforeEach, expect, test } from 'vitest'
import { getGame, getPopularGames } from '#contract/games.ts'
import { createReview } from '#contract/reviews.ts'
import { searchGames } from '#contract/search.ts'
import { createImporter, lantern, type SourceRecord } from '#kit/imported-games.ts'
import { startSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { exportGames } from './export-games.ts'
import { keepGamesApart, mergeGames } from './merge-games.ts'
import { listUnsurePairs } from './queries-game-details.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db, clock } = site.services

const { load, games, empty } = createImporter(site)

beforeEach(empty)

const sourcesOf = async () => (await games()).map(({ records }) => records.map(({ source }) => source).sort())
const pairs = async () => (await listUnsurePairs(db, 100)).pairs

test('games of several sources that share an id are merged, even with different names', async () => {
	await load('igdb', [lantern('igdb', { externalIds: [{ source: 'steam', id: '620' }] })])
	const report = await load('wikidata', [
		lantern('wikidata', {
			sourceId: 'wikidata:Q1',
			name: 'Laternental',
			websites: [{ url: 'https://store.steampowered.com/app/620/Lantern/', category: 'steam' }],
		}),
	])
	expect([report.added, report.joined, report.unsure]).toEqual([0, 1, 0])
	expect(await sourcesOf()).toEqual([['igdb', 'wikidata']])
	// An external id that is another source's own id
	await load('file', [{ sourceId: 'x', name: 'Lamps', externalIds: [{ source: 'wikidata', id: 'Q1' }] }])
	expect(await sourcesOf()).toEqual([['file', 'igdb', 'wikidata']])
	const [game] = await games()
	expect(game?.external_ids).toEqual(
		expect.arrayContaining([
			{ source: 'steam', id: '620' },
			{ source: 'igdb', id: '1' },
			{ source: 'wikidata', id: 'Q1' },
		]),
	)
})

test('without ids, the same name, a year at most one apart and a common company make the same game', async () => {
	await load('igdb', [
		lantern('igdb', { name: 'Lantern Hollow II' }),
		lantern('igdb', { sourceId: 'igdb:2', releaseDate: '1999' }),
	])
	const { joined, added, unsure } = await load('wikidata', [
		lantern('wikidata', { name: 'lantern hollow 2', releaseDate: '2020', developers: ['MOSSGATE STUDIO Inc.'] }),
	])
	expect([joined, added, unsure]).toEqual([1, 0, 0])
	expect(await sourcesOf()).toEqual([['igdb'], ['igdb', 'wikidata']])
})

test('uncertain matches are never merged, and are listed until they are resolved', async () => {
	await load('igdb', [lantern('igdb')])
	expect((await load('wikidata', [lantern('wikidata', { developers: ['Others'] })])).unsure).toBe(1)
	expect(await sourcesOf()).toEqual([['igdb'], ['wikidata']])
	const [pair] = await pairs()
	expect(pair?.reason).toBe('Name and year are alike, no company is the same')

	await keepGamesApart(db, pair?.one ?? 0, pair?.other ?? 0, clock)
	expect(await pairs()).toEqual([])
	// The decision persists
	await load('wikidata', [lantern('wikidata', { developers: ['Others'], genres: ['Puzzle'] })])
	expect(await pairs()).toEqual([])
	await expect(keepGamesApart(db, 1_000_000, pair?.other ?? 0, clock)).rejects.toThrow('There is no game 1000000.')
})

test('ids that belong to two games are reported, also after a refresh', async () => {
	await load('igdb', [
		lantern('igdb', { externalIds: [{ source: 'steam', id: '1' }] }),
		lantern('igdb', { sourceId: 'igdb:2', name: 'Pier', externalIds: [{ source: 'steam', id: '2' }] }),
	])
	const both = ['1', '2'].map((id) => ({ source: 'steam', id }))
	expect((await load('wikidata', [lantern('wikidata', { externalIds: both })])).unsure).toBe(2)
	expect(await sourcesOf()).toHaveLength(3)
	// One of the two pairs is already listed
	expect((await load('igdb', [lantern('igdb', { externalIds: both })])).unsure).toBe(1)
	expect(await sourcesOf()).toHaveLength(3)
	expect(await pairs()).toHaveLength(3)
})

test('one batch gives the same result as many', async () => {
	const all = Array.from({ length: 7 }, (_, index) =>
		lantern('igdb', { sourceId: `igdb:${index}`, name: `Lantern ${index}` }),
	)
	for (const batchRows of [1, 100]) {
		await load('igdb', all, { batchRows })
		const twice = [...all, lantern('igdb', { sourceId: 'igdb:again', name: 'Lantern 3' })].map((game) => ({
			...game,
			sourceId: game.sourceId.replace('igdb', 'wikidata'),
		}))
		expect(await load('wikidata', twice, { batchRows })).toMatchObject({ joined: 7, added: 1, unsure: 1 })
		await empty()
	}
})

const SAID: Record<string, Record<string, unknown>> = {
	savepoint: { genres: ['Adventure'], summary: 'Ours.' },
	igdb: { genres: ['Puzzle'], summary: 'Theirs.', storyline: 'A valley sleeps.', platforms: ['Super Famicom'] },
	wikidata: {
		genres: ['Racing'],
		storyline: 'None.',
		platforms: ['Linux'],
		publishers: ['Ninth Pier'],
		websites: [{ url: 'https://lantern.example/', category: 'official' }],
	},
}

test('each fact comes from the most trusted source that has it, regardless of the order of imports', async () => {
	const names = ['savepoint', 'igdb', 'wikidata']
	const orders = names.flatMap((one) =>
		names.flatMap((two) =>
			names.filter((three) => new Set([one, two, three]).size === 3).map((three) => [one, two, three]),
		),
	)
	expect(orders).toHaveLength(6)
	for (const order of orders) {
		for (const name of order) await load(name, [lantern(name, SAID[name])])
		const [game, ...others] = await games()
		expect(others).toEqual([])
		const { data } = await site.call(getGame, { params: { id: game?.id ?? 0 } })
		expect(data, order.join()).toMatchObject({
			genres: ['Adventure'],
			summary: 'Ours.',
			storyline: 'A valley sleeps.',
			platforms: ['Super Nintendo Entertainment System'],
			publishers: ['Ninth Pier'],
			websites: [{ url: 'https://lantern.example/', category: 'official' }],
		})
		expect(game?.sources).toEqual(['savepoint', 'igdb', 'wikidata'])
		const row = await db.selectFrom('games').select(['source', 'source_id']).executeTakeFirst()
		expect(row).toEqual({ source: 'savepoint', source_id: 'savepoint:1' })
		await empty()
	}
})

test('a source that changes a fact changes only its own value', async () => {
	for (const name of ['savepoint', 'igdb']) await load(name, [lantern(name, SAID[name])])
	await load('igdb', [lantern('igdb', { ...SAID.igdb, genres: ['Sports'], storyline: null, description: 'Long.' })])
	const [game] = await games()
	const { data } = await site.call(getGame, { params: { id: game?.id ?? 0 } })
	expect(data).toMatchObject({ genres: ['Adventure'], summary: 'Ours.', storyline: null, description: 'Long.' })
})

test('merged games stay merged after an import', async () => {
	await load('igdb', [lantern('igdb')])
	await load('wikidata', [lantern('wikidata', { name: 'Laternental' })])
	const [one, other] = await games()
	await mergeGames(db, other?.id ?? 0, one?.id ?? 0, { clock })
	expect((await games()).map(({ id, name }) => [id, name])).toEqual([[other?.id, 'Lantern Hollow']])
	await load('wikidata', [lantern('wikidata', { name: 'Laternental', genres: ['Puzzle'] })])
	await load('igdb', [lantern('igdb', { summary: 'New.' })])
	expect(await sourcesOf()).toEqual([['igdb', 'wikidata']])
	expect(await games()).toMatchObject([{ id: other?.id, genres: ['Puzzle'] }])
	expect(await recount(db)).toEqual([])
})

test('a dry run reports what the import then does, and stores nothing', async () => {
	await load('igdb', [lantern('igdb'), lantern('igdb', { sourceId: 'igdb:2', name: 'Pier' })])
	const before = await games()
	const given = [
		lantern('wikidata'),
		lantern('wikidata', { sourceId: 'wikidata:2', name: 'Pier', developers: [] }),
		lantern('wikidata', { sourceId: 'wikidata:3', name: 'Tide' }),
		lantern('wikidata', { sourceId: 'wikidata:4', name: 'Tide' }),
	]
	const { ms: _, ...rehearsed } = await load('wikidata', given, { dryRun: true })
	expect(rehearsed).toMatchObject({ added: 3, joined: 1, unsure: 2, changed: 0 })
	expect(await games()).toEqual(before)
	expect(await db.selectFrom('catalogue_imports').select('source').execute()).toEqual([{ source: 'igdb' }])
	expect(await load('wikidata', given)).toMatchObject(rehearsed)
})

test('a withdrawn game is hidden unless someone reviewed or listed it, and comes back', async () => {
	const many = Array.from({ length: 30 }, (_, index) =>
		lantern('igdb', { sourceId: `igdb:${index}`, name: `Lamp ${index}`, platforms: ['Linux'] }),
	)
	await load('igdb', many, { isComplete: true })
	const reviewed = (await games()).find(({ name }) => name === 'Lamp 1')?.id ?? 0
	const review = { rating: 4, platform: 'Linux', description: 'A calm game about lamps.' }
	await site.call(createReview, { body: { ...review, gameId: reviewed } }, await site.register())

	const fewer = many.filter((_, index) => index > 2)
	expect((await load('igdb', fewer, { isComplete: true })).withdrawn).toEqual({ count: 3, isPlausible: true })
	expect((await games()).filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Lamp 0', 'Lamp 2'])
	const found = async () => (await site.call(searchGames, { query: { query: 'lamp', limit: 50 } })).games.length
	const popular = async () => (await site.call(getPopularGames, { query: { limit: 50 } })).data
	expect([await found(), (await popular()).total, (await popular()).games.length]).toEqual([28, 28, 28])
	expect(await recount(db)).toEqual([])

	// The URL still works, and the first review brings the game back
	const hidden = (await games()).find(({ name }) => name === 'Lamp 2')?.id ?? 0
	await site.call(createReview, { body: { ...review, gameId: hidden } }, await site.register())
	expect([await found(), (await popular()).total]).toEqual([29, 29])
	await load('igdb', many, { isComplete: true })
	expect([await found(), (await popular()).total]).toEqual([30, 30])
	expect(await recount(db)).toEqual([])

	// Too many at once exceed the safety limit; a refused record still exists at the source
	expect((await load('igdb', many.slice(0, 5), { isComplete: true })).withdrawn).toEqual({
		count: 25,
		isPlausible: false,
	})
	const oneBroken = many.map((game, index) => (index === 9 ? { ...game, releaseDate: 'soon' } : game))
	expect((await load('igdb', oneBroken, { isComplete: true })).withdrawn).toEqual({ count: 0, isPlausible: true })
	expect(await found()).toBe(30)
})

test('an export contains every game once, and an empty site imports the same games from it', async () => {
	for (const name of ['savepoint', 'igdb', 'wikidata']) await load(name, [lantern(name, SAID[name])])
	await load('one', [{ sourceId: 'x', name: 'Pier' }])
	await load('two', [{ sourceId: 'x', name: 'Tide' }])
	const lines: string[] = []
	for await (const line of exportGames(db)) lines.push(line)
	// Image URLs contain the id, and a file does not name the sources of its facts
	const shown = async () =>
		(await site.call(getPopularGames, { query: { limit: 50 } })).data.games.map(
			({ id: _id, cover: _cover, screenshots: _screenshots, credits: _credits, ...game }) => game,
		)
	const before = await shown()
	expect(before).toHaveLength(3)
	await empty()
	expect(
		(
			await load(
				'file',
				lines.map((line) => JSON.parse(line) as SourceRecord),
			)
		).added,
	).toBe(3)
	expect(await shown()).toEqual(before)
	// Later imports match them
	expect((await load('igdb', [lantern('igdb', { name: 'Renamed' })])).joined).toBe(1)
})
