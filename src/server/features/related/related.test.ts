// Games like a game, against a comparison with each other game.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getGame } from '#contract/games.ts'
import { ENOUGH_RELATED, listRelated, MAX_RELATED, type RelatedGames } from '#contract/related.ts'
import { createImporter, type SourceRecord } from '#kit/imported-games.ts'
import { startSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db, clock } = site.services
const { load, empty } = createImporter(site)
beforeEach(async () => {
	await empty()
	await sql`truncate game_neighbors`.execute(db)
})

const record = (sourceId: string, name: string, more: object = {}): SourceRecord => ({ sourceId, name, ...more })
const idOf = async (name: string) =>
	(await db.selectFrom('games').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const related = async (name: string) => site.call(listRelated, { params: { id: await idOf(name) } })
const hide = (name: string) => db.updateTable('games').set({ hidden: true }).where('name', '=', name).execute()
const pairs = (rows: RelatedGames['similar']) => rows.map(({ game, reason }) => [game.name, reason])
const names = (rows: RelatedGames['similar']) => rows.map(({ game }) => game.name)

async function setNeighbors(name: string, others: readonly number[]): Promise<void> {
	await sql`insert into game_neighbors (game_id, neighbors, similarities, people)
		values (${await idOf(name)}, ${others}::int[], ${others.map(() => 0.5)}::real[], ${others.map(() => 5)}::int[])`.execute(
		db,
	)
}

test('editions come first, then the games of the series that are nearest in time, each with its reason', async () => {
	await load('igdb', [
		record('igdb:1', 'Lamp', { series: 'Lamp', releaseDate: '1999' }),
		record('igdb:2', 'Lamp II', { series: 'Lamp', releaseDate: '2001' }),
		record('igdb:3', 'Lamp III', { series: 'Lamp', releaseDate: '2005' }),
		record('igdb:4', 'Lamp IV', { series: 'Lamp', releaseDate: '2010' }),
		record('igdb:5', 'Lamp V', { series: 'Lamp' }),
		record('igdb:6', 'Lamp Zero', { series: 'Lamp', releaseDate: '1990' }),
		record('igdb:7', 'Lamp II Again', { series: 'Lamp', kind: 'remake', editionOf: 'igdb:2', releaseDate: '2020' }),
		record('igdb:8', 'Lamp II: More', { kind: 'expansion', editionOf: 'igdb:2', releaseDate: '2002' }),
		record('igdb:9', 'Harbor', { series: 'Harbor', releaseDate: '2001' }),
	])
	await hide('Lamp Zero')
	expect(pairs((await related('Lamp II')).sameSeries)).toEqual([
		['Lamp II: More', 'Expansion of Lamp II'],
		['Lamp II Again', 'Remake of Lamp II'],
		['Lamp III', 'Same series: Lamp'],
		['Lamp', 'Same series: Lamp'],
		['Lamp IV', 'Same series: Lamp'],
		['Lamp V', 'Same series: Lamp'],
	])
	expect(pairs((await related('Lamp II Again')).sameSeries).slice(0, 3)).toEqual([
		['Lamp II', 'The original game'],
		['Lamp II: More', 'Expansion of Lamp II'],
		['Lamp IV', 'Same series: Lamp'],
	])
	expect(names((await related('Lamp V')).sameSeries)[0]).toBe('Lamp II Again')
	expect((await related('Harbor')).sameSeries).toEqual([])
	// The original is hidden, and so is its name
	await hide('Lamp II')
	expect(pairs((await related('Lamp II Again')).sameSeries)[0]).toEqual(['Lamp IV', 'Same series: Lamp'])
	expect((await related('Lamp II: More')).sameSeries).toEqual([])
})

test('of a long series a page has the twelve nearest games', async () => {
	await load(
		'file',
		Array.from({ length: 60 }, (_, n) => record(`a${n}`, `Lamp ${n}`, { series: 'Lamp', releaseDate: `${1950 + n}` })),
	)
	const { sameSeries } = await related('Lamp 30')
	expect(names(sameSeries)).toEqual([31, 29, 32, 28, 33, 27, 34, 26, 35, 25, 36, 24].map((n) => `Lamp ${n}`))
	expect(names((await related('Lamp 0')).sameSeries)).toEqual(
		Array.from({ length: MAX_RELATED }, (_, n) => `Lamp ${n + 1}`),
	)
})

test('what the same people like comes in the order of the model, without gone, hidden and merged games', async () => {
	await load('file', [
		...['Moss', 'Fern', 'Gone', 'Old Fern'].map((name, n) => record(`a${n}`, name)),
		...['Lamp', 'Lamp II'].map((name, n) => record(`b${n}`, name, { series: 'Lamp' })),
	])
	const [lamp, moss, fern, gone, old, second] = await Promise.all(
		['Lamp', 'Moss', 'Fern', 'Gone', 'Old Fern', 'Lamp II'].map(idOf),
	)
	await setNeighbors('Lamp', [gone, old, 999_999, fern, second, lamp, moss].map(Number))
	await hide('Gone')
	await mergeGames(db, Number(fern), Number(old), { clock })
	const found = await related('Lamp')
	expect(names(found.sameSeries)).toEqual(['Lamp II'])
	// In the series already
	expect(pairs(found.alsoLiked)).toEqual([
		['Fern', 'Liked by people who liked Lamp'],
		['Moss', 'Liked by people who liked Lamp'],
	])
})

test('a reason names the shared genres, the studio or a mode, and what shares none is left out', async () => {
	await load('file', [
		record('a', 'Lamp', {
			genres: ['Puzzle', 'Horror', 'Racing'],
			developers: ['Moss'],
			gameModes: ['Co-operative', 'Single-player'],
		}),
		record('b', 'All', {
			genres: ['Horror', 'PUZZLE', 'Racing'],
			developers: ['moss'],
			gameModes: ['Single-player', 'Co-operative'],
		}),
		record('c', 'Studio', { developers: ['Moss', 'Fern'], gameModes: ['Single-player'] }),
		record('d', 'Two', { genres: ['Racing', 'Horror'], gameModes: ['Single-player'] }),
		record('e', 'One', { genres: ['Racing'], gameModes: ['Single-player'] }),
		record('f', 'Both modes', { genres: ['Racing'], gameModes: ['Single-player', 'Co-operative', 'Online'] }),
		record('g', 'Mode only', { gameModes: ['Single-player', 'Co-operative'] }),
		record('h', 'Hidden', { genres: ['Racing'] }),
		record('i', 'Studio and genre', { genres: ['Horror'], developers: ['Moss'] }),
		record('j', 'Without', {}),
	])
	await hide('Hidden')
	expect(pairs((await related('Lamp')).similar)).toEqual([
		['All', 'Puzzle and Horror, by the same studio'],
		['Studio and genre', 'Horror, by the same studio'],
		['Studio', 'By the same studio'],
		['Two', 'Horror and Racing'],
		['Both modes', 'Racing, Co-operative'],
		['One', 'Racing, Single-player'],
	])
	expect(await related('Without')).toEqual({ sameSeries: [], alsoLiked: [], similar: [] })
})

test('with enough of the others there are no similar games', async () => {
	const puzzle = { genres: ['Puzzle'] }
	await load('file', [
		...Array.from({ length: 13 }, (_, n) => record(`a${n}`, `Lamp ${n}`, { ...puzzle, series: 'Lamp' })),
		...Array.from({ length: 6 }, (_, n) => record(`b${n}`, `Fern ${n}`, puzzle)),
	])
	const ferns = await Promise.all([0, 1, 2, 3].map((n) => idOf(`Fern ${n}`)))
	await setNeighbors('Lamp 0', ferns)
	expect(ENOUGH_RELATED).toBe(MAX_RELATED + ferns.length)
	expect((await related('Lamp 0')).similar).toEqual([])
	await sql`truncate game_neighbors`.execute(db)
	await setNeighbors('Lamp 0', ferns.slice(0, 3))
	expect(names((await related('Lamp 0')).similar).toSorted()).toEqual(['Fern 3', 'Fern 4', 'Fern 5'])
})

test('an unknown game is a 404, a merged one is the other, and a hidden one has its own', async () => {
	await load('file', [
		record('a', 'Lamp', { series: 'Lamp', genres: ['Puzzle'] }),
		record('b', 'Lamp II', { series: 'Lamp' }),
		record('c', 'Fern', { genres: ['Puzzle'] }),
		record('d', 'Lamp, Once More', {}),
	])
	for (const id of [999_999, 2_147_483_647])
		expect(await site.refusal(listRelated, { params: { id } })).toEqual(await site.refusal(getGame, { params: { id } }))
	const before = await related('Lamp')
	const merged = await idOf('Lamp, Once More')
	await mergeGames(db, await idOf('Lamp'), merged, { clock })
	expect(await site.call(listRelated, { params: { id: merged } })).toEqual(before)
	await hide('Lamp')
	expect(await related('Lamp')).toEqual(before)
})

const GENRES = ['Puzzle', 'Horror', 'Racing', 'Sports']
const STUDIOS = ['Moss', 'Fern', 'Birch']
const MODES = ['Single-player', 'Co-operative']

/** Facts of a game by which it is compared. */
interface Facts {
	id: number
	genres: string[]
	developers: string[]
	game_modes: string[]
	prominence: number
	hidden: boolean
	name_key: string
	by_score: number | null
}

test('similar games are those of a comparison with each one, whatever they have in common', async () => {
	const any = (values: readonly string[]) => fc.subarray([...values])
	await fc.assert(
		fc.asyncProperty(
			fc.array(
				fc.record({
					genres: any(GENRES),
					developers: fc.oneof(fc.constant([]), any(STUDIOS)),
					gameModes: any(MODES),
					stars: fc.integer({ min: 0, max: 10 }),
					hidden: fc.integer({ min: 0, max: 9 }),
				}),
				{ minLength: 15, maxLength: 60 },
			),
			async (drawn) => {
				await empty()
				await load(
					'file',
					drawn.map(({ genres, developers, gameModes }, n) =>
						record(`a${n}`, `Game ${n}`, { genres, developers, gameModes }),
					),
				)
				const ids = await Promise.all(drawn.map((_, n) => idOf(`Game ${n}`)))
				await sql`update game_counts c set rating_sum = stars, rating_count = least(stars, 1)
					from unnest(${ids}::int[], ${drawn.map(({ stars }) => stars)}::int[]) d (id, stars) where c.id = d.id`.execute(
					db,
				)
				await sql`update games g set hidden = true from unnest(${ids}::int[], ${drawn.map(({ hidden }) => hidden)}::int[]) d (id, hidden)
					where g.id = d.id and d.hidden = 0`.execute(db)
				await sql`select refresh_browse(1000)`.execute(db)
				const rows = await readFacts()
				for (const game of rows.slice(0, 5)) {
					const { similar } = await site.call(listRelated, { params: { id: game.id } })
					expect(similar.map((row) => row.game.id)).toEqual(listExpected(game, rows))
				}
			},
		),
		{ numRuns: 25, seed: 73 },
	)
})

async function readFacts(): Promise<Facts[]> {
	const { rows } = await sql<Facts>`
		select g.id, g.genres, g.developers, g.game_modes, c.prominence, g.hidden, b.name_key, b.by_score
		from games g join game_counts c on c.id = g.id join browsed_games b on b.id = g.id order by g.id`.execute(db)
	return rows
}

test('of thousands that have as much in common, the best rated come first, and then the unrated ones', async () => {
	await sql`insert into games (source, sources, source_id, facts_hash, name, cover, screenshots, genres, created_at, updated_at)
		select 'test', '{test}', 'many:' || n, '', 'Game ' || n, '', '{}', '{Puzzle}', now(), now() from generate_series(1, 2500) n`.execute(
		db,
	)
	for (const rated of [0, 7, 300]) {
		await sql`update game_counts set rating_sum = 1 + id % 10, rating_count = 1
			where id in (select id from games order by id desc limit ${rated})`.execute(db)
		await sql`select refresh_browse(10000)`.execute(db)
		const rows = await readFacts()
		const [game] = rows
		if (!game) throw new Error('No game')
		const { similar } = await site.call(listRelated, { params: { id: game.id } })
		expect(similar.map((row) => row.game.id)).toEqual(listExpected(game, rows))
	}
})

function listExpected(game: Facts, rows: readonly Facts[]): number[] {
	const shares = (one: readonly string[], other: readonly string[]) =>
		one.filter((value) => other.includes(value)).length
	return rows
		.filter((row) => row.id !== game.id && !row.hidden)
		.map((row) => ({
			row,
			points: shares(game.genres, row.genres) + (shares(game.developers, row.developers) > 0 ? 2 : 0),
			// No modes are all shared by none
			modes: game.game_modes.length > 0 && shares(game.game_modes, row.game_modes) === game.game_modes.length ? 1 : 0,
		}))
		.filter(({ points }) => points > 0)
		.toSorted(
			(a, b) =>
				b.points - a.points ||
				b.modes - a.modes ||
				(a.row.by_score ?? 1) - (b.row.by_score ?? 1) ||
				b.row.prominence - a.row.prominence ||
				Buffer.compare(Buffer.from(a.row.name_key), Buffer.from(b.row.name_key)) ||
				a.row.id - b.row.id,
		)
		.slice(0, MAX_RELATED)
		.map(({ row }) => row.id)
}
