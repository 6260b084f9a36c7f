import { afterAll, beforeEach, expect, test } from 'vitest'
import { getGame, getPopularGames, searchGames } from '#contract/games.ts'
import { createReview } from '#contract/reviews.ts'
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

test('games of several sources that share an id are one, whatever they are called', async () => {
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
	// An id that names the record of another source itself
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

test('without ids, the same name with a year beside it and a company in common is the same game', async () => {
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

test('what is not certain is never merged, and is listed until a person decides', async () => {
	await load('igdb', [lantern('igdb')])
	expect((await load('wikidata', [lantern('wikidata', { developers: ['Others'] })])).unsure).toBe(1)
	expect(await sourcesOf()).toEqual([['igdb'], ['wikidata']])
	const [pair] = await pairs()
	expect(pair?.reason).toBe('Name and year are alike, no company is the same')

	await keepGamesApart(db, pair?.one ?? 0, pair?.other ?? 0, clock)
	expect(await pairs()).toEqual([])
	// It stays decided
	await load('wikidata', [lantern('wikidata', { developers: ['Others'], genres: ['Puzzle'] })])
	expect(await pairs()).toEqual([])
	await expect(keepGamesApart(db, 1_000_000, pair?.other ?? 0, clock)).rejects.toThrow('There is no game 1000000.')
})

test('ids that belong to two games are told, also when a refresh brings them', async () => {
	await load('igdb', [
		lantern('igdb', { externalIds: [{ source: 'steam', id: '1' }] }),
		lantern('igdb', { sourceId: 'igdb:2', name: 'Pier', externalIds: [{ source: 'steam', id: '2' }] }),
	])
	const both = ['1', '2'].map((id) => ({ source: 'steam', id }))
	expect((await load('wikidata', [lantern('wikidata', { externalIds: both })])).unsure).toBe(2)
	expect(await sourcesOf()).toHaveLength(3)
	// One of the two pairs is listed already
	expect((await load('igdb', [lantern('igdb', { externalIds: both })])).unsure).toBe(1)
	expect(await sourcesOf()).toHaveLength(3)
	expect(await pairs()).toHaveLength(3)
})

test('in one batch as in many', async () => {
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

test('of each fact the most trusted source that knows it is shown, whatever the order in which they came', async () => {
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

test('a source that changes what it says changes only that', async () => {
	for (const name of ['savepoint', 'igdb']) await load(name, [lantern(name, SAID[name])])
	await load('igdb', [lantern('igdb', { ...SAID.igdb, genres: ['Sports'], storyline: null, description: 'Long.' })])
	const [game] = await games()
	const { data } = await site.call(getGame, { params: { id: game?.id ?? 0 } })
	expect(data).toMatchObject({ genres: ['Adventure'], summary: 'Ours.', storyline: null, description: 'Long.' })
})

test('what a person merged stays merged', async () => {
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

test('a rehearsal tells what an import then does, and stores nothing', async () => {
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

test('a game that its whole source no longer has is hidden unless somebody wrote about it, and comes back', async () => {
	const many = Array.from({ length: 30 }, (_, index) =>
		lantern('igdb', { sourceId: `igdb:${index}`, name: `Lamp ${index}`, platforms: ['Linux'] }),
	)
	await load('igdb', many, { isComplete: true })
	const reviewed = (await games()).find(({ name }) => name === 'Lamp 1')?.id ?? 0
	const review = { rating: 4, platform: 'Linux', description: 'A calm game about lamps.' }
	await site.call(createReview, { body: { ...review, gameId: reviewed } }, await site.register())

	const fewer = many.filter((_, index) => index > 2)
	expect((await load('igdb', fewer, { isComplete: true })).withdrawn).toEqual({ withdrawn: 3, believed: true })
	expect((await games()).filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Lamp 0', 'Lamp 2'])
	const found = async () => (await site.call(searchGames, { query: { query: 'lamp', limit: 50 } })).games.length
	const popular = async () => (await site.call(getPopularGames, { query: { limit: 50 } })).data
	expect([await found(), (await popular()).total, (await popular()).games.length]).toEqual([28, 28, 28])
	expect(await recount(db)).toEqual([])

	// The address still works, and the first review brings it back
	const hidden = (await games()).find(({ name }) => name === 'Lamp 2')?.id ?? 0
	await site.call(createReview, { body: { ...review, gameId: hidden } }, await site.register())
	expect([await found(), (await popular()).total]).toEqual([29, 29])
	await load('igdb', many, { isComplete: true })
	expect([await found(), (await popular()).total]).toEqual([30, 30])
	expect(await recount(db)).toEqual([])

	// Too many at once are the reading's fault; a record that was refused is there all the same
	expect((await load('igdb', many.slice(0, 5), { isComplete: true })).withdrawn).toEqual({
		withdrawn: 25,
		believed: false,
	})
	const oneBroken = many.map((game, index) => (index === 9 ? { ...game, releaseDate: 'soon' } : game))
	expect((await load('igdb', oneBroken, { isComplete: true })).withdrawn).toEqual({ withdrawn: 0, believed: true })
	expect(await found()).toBe(30)
})

test('an export holds every game once, and an empty site gets the same games from it', async () => {
	for (const name of ['savepoint', 'igdb', 'wikidata']) await load(name, [lantern(name, SAID[name])])
	await load('one', [{ sourceId: 'x', name: 'Pier' }])
	await load('two', [{ sourceId: 'x', name: 'Tide' }])
	const lines: string[] = []
	for await (const line of exportGames(db)) lines.push(line)
	// Addresses of pictures have the id in them, and a file does not say whom its facts are from
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
	// And what else comes finds them
	expect((await load('igdb', [lantern('igdb', { name: 'Renamed' })])).joined).toBe(1)
})
