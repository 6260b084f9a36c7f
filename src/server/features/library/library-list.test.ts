import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockUser } from '#contract/blocks.ts'
import {
	getLibrarySummary,
	LIBRARY_SORTS,
	type LibraryFilters,
	listLibrary,
	saveLibraryEntry,
} from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryStatus, LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import {
	getLibraryFacets,
	type LibraryFacetFilters,
	type LibraryFacets,
	MAX_FACET_OPTIONS,
} from '#contract/library-facets.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'
import { saveEntry } from './queries-entries.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'
const NAMES = ['Lantern Hollow', 'the lantern', 'Aspen', '100% Orange', '1000 Oranges', 'snake_case', 'snakes', 'Zinc']
const NOON_MS = Date.UTC(2026, 10, 1, 12)

/** An entry as the model knows it. */
interface Row {
	gameId: number
	name: string
	releaseDate: string | null
	genres: string[]
	status: LibraryStatus | null
	halfStars: number | null
	wished: boolean
	loved: boolean
	platform: string | null
	reviewedPlatform: string | null
	minutesPlayed: number | null
	timeToFinish: number | null
	lastPlayedOn: string | null
	createdAt: string
	updatedAt: string
}

/** Fills a player's library with `count` entries of many ties and absent values, and returns them. */
async function fillLibrary(site: TestSite, { user }: Player, count: number): Promise<Row[]> {
	const maybe = <T>(values: readonly T[]) => fc.constantFrom<T | null>(...values, null)
	const time = fc.nat(6).map((days) => new Date(NOON_MS + days * 86_400_000).toISOString())
	const arbitrary = fc.record({
		name: fc.constantFrom(...NAMES),
		releaseDate: maybe(['1998', '1998-11', '1998-11-21', '2004-02']),
		genres: fc.constantFrom<string[]>([], ['Puzzle'], ['Puzzle', 'Racing'], ['Racing']),
		status: maybe(LIBRARY_STATUSES),
		halfStars: maybe([1, 4, 5, 7, 10]),
		wished: fc.boolean(),
		loved: fc.boolean(),
		platform: maybe(['PC', 'Switch']),
		reviewedPlatform: maybe(['PC', 'Linux']),
		minutesPlayed: maybe([0, 90, 600]),
		timeToFinish: maybe([30, 60, 61, 600, 3_000]),
		lastPlayedOn: maybe(['2026', '2026-10', '2026-10-01', '2026-10-20']),
		createdAt: time,
		updatedAt: time,
	})
	const rows: Row[] = []
	for (const row of fc.sample(arbitrary, { numRuns: count, seed: 7 })) {
		const gameId = await site.addGame({ name: row.name })
		rows.push({ ...row, gameId })
	}
	const { db } = site.services
	await sql`
		update games g set release_date = r."releaseDate", genres = array(select jsonb_array_elements_text(r.genres))
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("gameId" integer, "releaseDate" text, genres jsonb)
		where g.id = r."gameId"`.execute(db)
	await sql`
		insert into library_entries (user_id, game_id, status, half_stars, is_wished, is_loved, platform, reviewed_platform,
			minutes_played, last_played_on, created_at, updated_at)
		select ${user.id}::uuid, r."gameId", r.status, r."halfStars", r.wished, r.loved, r.platform, r."reviewedPlatform",
			r."minutesPlayed", r."lastPlayedOn", r."createdAt", r."updatedAt"
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("gameId" integer, status text, "halfStars" smallint, wished boolean,
			loved boolean, platform text, "reviewedPlatform" text, "minutesPlayed" integer, "lastPlayedOn" text,
			"createdAt" timestamptz, "updatedAt" timestamptz)`.execute(db)
	await sql`insert into times_to_beat (game_id, catalog_finished, catalog_source)
		select r."gameId", r."timeToFinish", 'igdb' from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("gameId" integer, "timeToFinish" integer)
		where r."timeToFinish" is not null`.execute(db)
	return rows
}

const yearOf = ({ releaseDate }: Row) => Number(releaseDate?.slice(0, 4))

const MATCHES: { [F in keyof LibraryFilters]?: (row: Row, value: NonNullable<LibraryFilters[F]>) => boolean } = {
	status: (row, value) => row.status !== null && value.split(',').includes(row.status),
	wished: (row, value) => row.wished === value,
	loved: (row, value) => row.loved === value,
	platform: (row, value) => (row.platform ?? row.reviewedPlatform)?.toLowerCase() === value.toLowerCase(),
	genre: (row, value) => row.genres.includes(value),
	fromYear: (row, value) => row.releaseDate !== null && yearOf(row) >= value,
	toYear: (row, value) => row.releaseDate !== null && yearOf(row) <= value,
	minRating: (row, value) => row.halfStars !== null && row.halfStars / 2 >= value,
	maxRating: (row, value) => row.halfStars !== null && row.halfStars / 2 <= value,
	rated: (row, value) => (row.halfStars !== null) === value,
	maxHours: (row, value) => row.timeToFinish !== null && row.timeToFinish <= value * 60,
	search: (row, value) => row.name.toLowerCase().includes(value.toLowerCase()),
}

const VALUES: Readonly<Record<(typeof LIBRARY_SORTS)[number], (row: Row) => string | number | null>> = {
	updatedAt: (row) => row.updatedAt,
	createdAt: (row) => row.createdAt,
	rating: (row) => row.halfStars,
	name: (row) => row.name.toLowerCase(),
	releaseDate: (row) => row.releaseDate,
	minutesPlayed: (row) => row.minutesPlayed,
	lastPlayedOn: (row) => row.lastPlayedOn,
	shortest: (row) => row.timeToFinish,
}

/** Filters and sorts as the contract says, one entry after the other. */
function listExpected(rows: readonly Row[], filters: LibraryFilters): number[] {
	const matching = rows.filter((row) =>
		Object.entries(filters).every(([name, value]) => {
			const matches = MATCHES[name as keyof LibraryFilters] as ((row: Row, value: unknown) => boolean) | undefined
			return matches?.(row, value) ?? true
		}),
	)
	const sortBy = filters.sortBy ?? 'updatedAt'
	const sign = (filters.order ?? (sortBy === 'name' || sortBy === 'shortest' ? 'ASC' : 'DESC')) === 'ASC' ? 1 : -1
	const sorted = matching.toSorted((one, other) => {
		const [a, b] = [VALUES[sortBy](one), VALUES[sortBy](other)]
		if (a !== b && (a === null || b === null)) return a === null ? 1 : -1
		if (a !== null && b !== null && a !== b) return a < b ? -sign : sign
		return sign * (one.gameId - other.gameId)
	})
	return sorted.map(({ gameId }) => gameId)
}

/** Reads all pages of a library by cursor. */
async function readPages(site: TestSite, player: Player, query: LibraryFilters, between?: () => Promise<unknown>) {
	const ids: number[] = []
	let cursor: string | undefined
	do {
		const page = await site.call(listLibrary, { query: { ...query, ...(cursor ? { cursor } : {}) } }, player)
		expect(page.currentPage).toBe(cursor || query.letter ? null : 1)
		ids.push(...page.entries.map(({ gameId }) => gameId))
		cursor = page.nextCursor ?? undefined
		await between?.()
	} while (cursor)
	return ids
}

test('every filter and every sort order lists what a model lists, with exact counts', async () => {
	await using site = await startSite()
	const player = await site.register()
	const rows = await fillLibrary(site, player, 90)
	await fillLibrary(site, await site.register(), 5)
	const filters: LibraryFilters[] = [
		{},
		...LIBRARY_STATUSES.map((status) => ({ status })),
		{ status: 'playing,paused' },
		{ wished: true },
		{ wished: false },
		{ loved: true },
		{ loved: false },
		{ platform: 'pc' },
		{ platform: 'Linux' },
		{ platform: 'Abacus' },
		{ genre: 'Racing' },
		{ fromYear: 1999 },
		{ toYear: 1998 },
		{ fromYear: 1998, toYear: 1998 },
		{ fromYear: 2004, toYear: 1998 },
		{ minRating: 2.5 },
		{ minRating: 0 },
		{ maxRating: 2.2 },
		{ minRating: 2, maxRating: 3.5 },
		{ minRating: 4, maxRating: 2 },
		{ rated: true },
		{ rated: false },
		{ rated: false, minRating: 1 },
		{ maxHours: 1 },
		{ maxHours: 10, rated: true },
		{ search: 'LANTERN' },
		{ search: '100%' },
		{ search: '%' },
		{ search: 'snake_' },
		{ search: '\\' },
		{ search: 'nothing like it' },
		{ status: 'backlog,played,finished', wished: false, genre: 'Puzzle', minRating: 0.5, search: 'a' },
		{ platform: 'PC', loved: true, rated: true },
	]
	for (const filter of filters)
		for (const sortBy of [undefined, ...LIBRARY_SORTS])
			for (const order of [undefined, 'ASC', 'DESC'] as const) {
				// Each filter in some orders, and the whole library in all
				if (Object.keys(filter).length > 0 && (filters.indexOf(filter) + (sortBy ?? '').length) % 3 > 0) continue
				const query = { ...filter, ...(sortBy && { sortBy }), ...(order && { order }), limit: 50 }
				const expected = listExpected(rows, query)
				const page = await site.call(listLibrary, { query }, player)
				expect([query, page.totalCount, page.totalPages]).toEqual([
					query,
					expected.length,
					Math.ceil(expected.length / 50),
				])
				expect([query, page.entries.map(({ gameId }) => gameId)]).toEqual([query, expected.slice(0, 50)])
			}
})

test('paging by cursor or by number lists the same as the model, in every order and at every place', async () => {
	await using site = await startSite()
	const player = await site.register()
	const rows = await fillLibrary(site, player, 60)
	for (const sortBy of LIBRARY_SORTS)
		for (const order of ['ASC', 'DESC'] as const) {
			const query = { sortBy, order, limit: 7 }
			const expected = listExpected(rows, query)
			expect([query, await readPages(site, player, query)]).toEqual([query, expected])
			const filtered = { ...query, wished: true }
			expect([filtered, await readPages(site, player, filtered)]).toEqual([filtered, listExpected(rows, filtered)])
			for (const page of [2, 9, 10]) {
				const numbered = await site.call(listLibrary, { query: { ...query, page } }, player)
				expect(numbered).toMatchObject({ totalCount: 60, totalPages: 9, currentPage: page })
				expect(numbered.entries.map(({ gameId }) => gameId)).toEqual(expected.slice((page - 1) * 7, page * 7))
			}
		}
})

test('paging by cursor repeats and skips nothing that stays while other entries come, change and go', async () => {
	await using site = await startSite()
	const player = await site.register()
	const rows = await fillLibrary(site, player, 40)
	const [changing, staying] = [rows.slice(0, 10), rows.slice(10)]
	const newGames = await Promise.all(Array.from({ length: 30 }, () => site.addGame()))
	const { db } = site.services
	let step = 0
	const change = async () => {
		const at = new Date(NOON_MS + 3 * 86_400_000 + ++step).toISOString()
		const save = (gameId: number, changes: Parameters<typeof saveEntry>[1]['changes']) =>
			saveEntry(db, { userId: player.user.id, gameId, changes, at })
		await save(newGames[step % newGames.length] ?? 0, { halfStars: (step % 10) + 1 })
		await save(newGames[(step + 7) % newGames.length] ?? 0, { halfStars: null })
		await save(changing[step % 10]?.gameId ?? 0, { halfStars: (step % 10) + 1, isWished: true })
	}
	for (const sortBy of LIBRARY_SORTS)
		for (const order of ['ASC', 'DESC'] as const) {
			const ids = await readPages(site, player, { sortBy, order, limit: 6 }, change)
			const kept = ids.filter((id) => staying.some(({ gameId }) => gameId === id))
			expect([sortBy, order, kept]).toEqual([sortBy, order, listExpected(staying, { sortBy, order })])
		}
})

test('a cursor of another order is refused, and so is what the contract does not allow', async () => {
	await using site = await startSite()
	const player = await site.register()
	await fillLibrary(site, player, 4)
	const { nextCursor } = await site.call(listLibrary, { query: { limit: 2 } }, player)
	const cursor = nextCursor ?? ''
	// The default order by its name
	await site.call(listLibrary, { query: { cursor, sortBy: 'updatedAt', order: 'DESC' } }, player)
	for (const query of [{ cursor: 'x' }, { cursor, order: 'ASC' }, { cursor, sortBy: 'createdAt' }] as const)
		expect(await site.refusal(listLibrary, { query }, player)).toMatchObject({ status: 400, code: 'bad_cursor' })
	expect(await site.refusal(listLibrary, { query: { page: 500, limit: 50 } }, player)).toMatchObject({
		status: 400,
		code: 'page_too_deep',
	})
	for (const search of [
		'status=done',
		'status=playing,,paused',
		'wished=yes',
		'minRating=6',
		'fromYear=soon',
		'fromYear=98',
		'toYear=10000',
		'letter=AB',
		'letter=%23',
		'maxRating=-1',
		'sortBy=likes',
		'order=up',
		'limit=51',
		'page=0',
		`search=${'x'.repeat(201)}`,
		'userId=7',
	]) {
		const answer = await site.app.inject({
			url: `/api/library?${search}`,
			headers: { authorization: `Bearer ${player.accessToken}` },
		})
		expect([search, answer.statusCode, answer.json().code]).toEqual([search, 400, 'invalid_input'])
	}
})

test('a library is listed by id, by name in any case, and for its owner by neither', async () => {
	await using site = await startSite()
	const [owner, other] = [await site.register('Ann'), await site.register('Ben')]
	const rows = await fillLibrary(site, owner, 3)
	const expected = listExpected(rows, {})
	for (const [query, player] of [
		[{ userId: owner.user.id }, undefined],
		[{ username: 'aNN' }, other],
		[{ userId: owner.user.id }, other],
		[{}, owner],
	] as const) {
		const { entries } = await site.call(listLibrary, { query }, player)
		expect(entries.map(({ gameId }) => gameId)).toEqual(expected)
		expect(entries.every(({ username }) => username === 'Ann')).toBe(true)
		expect((await site.call(getLibrarySummary, { query }, player)).total).toBe(3)
	}
	expect((await site.call(listLibrary, { query: {} }, other)).entries).toEqual([])
	for (const endpoint of [listLibrary, getLibrarySummary, getLibraryFacets] as const) {
		for (const query of [{ userId: STRANGER }, { username: 'nobody' }])
			expect(await site.refusal(endpoint, { query })).toMatchObject({ status: 404, code: 'user_not_found' })
		expect(await site.refusal(endpoint, { query: {} })).toMatchObject({ status: 401, message: LOG_IN_TO_KEEP_TRACK })
	}
	expect(LOG_IN_TO_KEEP_TRACK).toBe('Please log in to keep track of your games')
})

test('a search ignores accents and punctuation as the search of games does', async () => {
	await using site = await startSite()
	const player = await site.register()
	const { db } = site.services
	for (const name of ['Pokémon: Let’s Go', 'The Éclair', 'Goblin']) {
		const gameId = await site.addGame({ name })
		const { key, joined, words, wordCount } = toSearchForm(name)
		await sql`
			insert into game_search (game_id, key, joined, words, word_count) values (${gameId}, ${key}, ${joined}, array_to_tsvector(${words}::text[]), ${wordCount})`.execute(
			db,
		)
		const at = new Date(NOON_MS).toISOString()
		await saveEntry(db, { userId: player.user.id, gameId, changes: { status: 'playing' }, at })
	}
	const find = async (search: string) =>
		(await site.call(listLibrary, { query: { search, sortBy: 'name' } }, player)).entries.map(({ game }) => game.name)
	expect(await find('pokemon lets')).toEqual(['Pokémon: Let’s Go'])
	expect(await find('POKÉMON')).toEqual(['Pokémon: Let’s Go'])
	expect(await find('the eclair')).toEqual(['The Éclair'])
	expect(await find('go')).toEqual(['Goblin', 'Pokémon: Let’s Go'])
	expect(await find('obl')).toEqual(['Goblin'])
	expect(await find('  ')).toHaveLength(3)
})

test('long names are sorted, and a cursor goes on after them', async () => {
	await using site = await startSite()
	const player = await site.register()
	const { db } = site.services
	const ids: number[] = []
	for (const name of ['\u{1f3ae}'.repeat(150), '\u{1f3ae}'.repeat(151), '\\"'.repeat(100), '']) {
		const gameId = await site.addGame({ name })
		ids.push(gameId)
		const at = new Date(NOON_MS).toISOString()
		await saveEntry(db, { userId: player.user.id, gameId, changes: { status: 'playing' }, at })
	}
	expect(await readPages(site, player, { sortBy: 'name', limit: 1 })).toEqual([ids[3], ids[2], ids[0], ids[1]])
})

test('names are in the order of their letters with and without accents, and of their numbers', async () => {
	await using site = await startSite()
	const player = await site.register()
	const names = [
		'10 Seconds',
		'Zelda',
		'élan',
		'Eclipse',
		'Final Part 10',
		'final part 9',
		'Œuvre',
		'Épée',
		'Ōkami',
		'Orb',
		'2 Seconds',
	]
	const ids = new Map<number, string>()
	for (const name of names) {
		const gameId = await site.addGame({ name })
		ids.set(gameId, name)
		await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'playing' } }, player)
	}
	const sorted = [
		'2 Seconds',
		'10 Seconds',
		'Eclipse',
		'élan',
		'Épée',
		'final part 9',
		'Final Part 10',
		'Œuvre',
		'Ōkami',
		'Orb',
		'Zelda',
	]
	const read = async (order: 'ASC' | 'DESC') =>
		(await readPages(site, player, { sortBy: 'name', order, limit: 2 })).map((id) => ids.get(id))
	expect(await read('ASC')).toEqual(sorted)
	expect(await read('DESC')).toEqual(sorted.toReversed())
})

test('a list by name begins at a letter, pages on from there, and has the total of all', async () => {
	await using site = await startSite()
	const player = await site.register()
	const names = ['10 Seconds', '«Quotes»', 'Aspen', 'Épée', 'Eclipse', 'Œuvre', 'orb', 'Zinc', 'Ёлка']
	const ids = new Map<number, string>()
	for (const name of names) {
		const gameId = await site.addGame({ name })
		ids.set(gameId, name)
		await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'playing' } }, player)
	}
	const read = async (letter: string, order: 'ASC' | 'DESC' = 'ASC') =>
		(await readPages(site, player, { sortBy: 'name', letter, order, limit: 2 })).map((id) => ids.get(id))
	const sorted = ['«Quotes»', '10 Seconds', 'Aspen', 'Eclipse', 'Épée', 'Œuvre', 'orb', 'Zinc', 'Ёлка']
	expect(await read('A')).toEqual(sorted.slice(2))
	expect(await read('E')).toEqual(sorted.slice(3))
	expect(await read('F')).toEqual(sorted.slice(5))
	expect(await read('Z')).toEqual(sorted.slice(7))
	expect(await read('E', 'DESC')).toEqual(sorted.slice(0, 5).toReversed())
	expect(await read('Z', 'DESC')).toEqual(sorted.toReversed())
	const query = { sortBy: 'name', letter: 'F', search: 'e' } as const
	const { totalCount, entries, currentPage } = await site.call(listLibrary, { query }, player)
	expect([totalCount, entries.map(({ game }) => game.name), currentPage]).toEqual([6, ['Œuvre'], null])
	// Other orders have no letters
	expect((await site.call(listLibrary, { query: { letter: 'Z' } }, player)).entries).toHaveLength(9)
})

/** What a press on an option of a facet asks for. */
const PRESSES: { [F in keyof LibraryFacets]: (value: LibraryFacets[F][number]['value']) => LibraryFacetFilters } = {
	platforms: (platform) => ({ platform }),
	genres: (genre) => ({ genre }),
	years: (year) => ({ fromYear: year, toYear: year }),
	decades: (year) => ({ fromYear: year, toYear: year + 9 }),
	ratings: (rating) => ({ minRating: rating, maxRating: rating }),
}
/** The values of an entry in a facet, and the filters that are the facet's own. */
const VALUES_OF = {
	platforms: [(row) => [(row.platform ?? row.reviewedPlatform)?.toLowerCase()], ['platform']],
	genres: [(row) => row.genres.map((genre) => genre.toLowerCase()), ['genre']],
	years: [(row) => [yearOf(row)], ['fromYear', 'toYear']],
	decades: [(row) => [Math.floor(yearOf(row) / 10) * 10], ['fromYear', 'toYear']],
	ratings: [(row) => [row.halfStars === null ? null : row.halfStars / 2], ['minRating', 'maxRating']],
} as const satisfies Record<
	keyof LibraryFacets,
	readonly [(row: Row) => unknown[], readonly (keyof LibraryFacetFilters)[]]
>

test('a facet has every value under the other filters, with the count of the list that a press leads to', async () => {
	await using site = await startSite()
	const [player, other] = [await site.register(), await site.register()]
	const rows = await fillLibrary(site, player, 90)
	await fillLibrary(site, other, 20)
	const filters: LibraryFacetFilters[] = [
		{},
		{ platform: 'pc' },
		{ genre: 'Racing', wished: true },
		{ fromYear: 1998, toYear: 2003, rated: true },
		{ minRating: 2, maxRating: 3.5, search: 'a' },
		{ status: 'backlog,played', loved: false, platform: 'Abacus' },
		{ platform: 'PC', genre: 'Puzzle', fromYear: 1998, minRating: 0.5 },
		{ rated: false },
	]
	for (const filter of filters) {
		const facets = await site.call(getLibraryFacets, { query: filter }, player)
		for (const name of Object.keys(PRESSES) as (keyof LibraryFacets)[]) {
			const [valuesOf, ownFilters] = VALUES_OF[name]
			const others = Object.fromEntries(
				Object.entries(filter).filter(([key]) => !ownFilters.some((own: string) => own === key)),
			) as LibraryFacetFilters
			const matching = new Set(listExpected(rows, others))
			const values = rows.filter(({ gameId }) => matching.has(gameId)).flatMap((row): unknown[] => valuesOf(row))
			const options = facets[name].map(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value))
			const expected = new Set(values.filter((value) => value != null && !Number.isNaN(value)))
			expect([filter, name, new Set(options)]).toEqual([filter, name, expected])
			expect(options).toHaveLength(expected.size)
			const press = PRESSES[name] as (value: unknown) => LibraryFacetFilters
			const counts = facets[name].map(({ count }) => count)
			expect(counts).toEqual(counts.toSorted((one, other) => other - one))
			for (const { value, count } of facets[name]) {
				const query = { ...others, ...press(value), limit: 1 }
				const { totalCount } = await site.call(listLibrary, { query }, player)
				expect([filter, name, value, count]).toEqual([filter, name, value, totalCount])
			}
		}
	}
})

test('a facet counts spellings of a genre as one and each game once, and has at most thirty options', async () => {
	await using site = await startSite()
	const [player, newcomer] = [await site.register(), await site.register()]
	const rows = await fillLibrary(site, player, 45)
	const { db } = site.services
	await db
		.updateTable('games')
		.set({ genres: ['Puzzle', 'PUZZLE'] })
		.execute()
	for (const [index, { gameId }] of rows.entries())
		await db
			.updateTable('games')
			.set({ release_date: `${1960 + Math.min(index, 39)}-02` })
			.where('id', '=', gameId)
			.execute()
	const facets = await site.call(getLibraryFacets, { query: {} }, player)
	expect(facets.genres).toEqual([{ value: expect.stringMatching(/^puzzle$/i), count: 45 }])
	expect(facets.years).toHaveLength(MAX_FACET_OPTIONS)
	expect(facets.years[0]).toEqual({ value: 1999, count: 6 })
	expect(facets.decades).toEqual([1990, 1960, 1970, 1980].map((value) => ({ value, count: value === 1990 ? 15 : 10 })))
	expect(await site.call(getLibraryFacets, { query: {} }, newcomer)).toEqual({
		platforms: [],
		genres: [],
		years: [],
		decades: [],
		ratings: [],
	})
})

test('facets are refused as the list is: to who is blocked, of nobody, and for what the contract does not allow', async () => {
	await using site = await startSite()
	const [owner, stranger] = [await site.register('Ann'), await site.register('Ben')]
	await fillLibrary(site, owner, 3)
	const query = { username: 'Ann' }
	expect((await site.call(getLibraryFacets, { query }, stranger)).decades).not.toEqual([])
	await site.call(blockUser, { body: { userId: stranger.user.id } }, owner)
	for (const endpoint of [listLibrary, getLibraryFacets] as const)
		for (const [reader, of] of [
			[stranger, 'Ann'],
			[owner, 'Ben'],
		] as const)
			expect(await site.refusal(endpoint, { query: { username: of } }, reader)).toMatchObject({
				status: 404,
				code: 'user_not_found',
			})
	expect((await site.call(getLibraryFacets, { query })).decades).not.toEqual([])
	for (const [path, value, message] of [
		['fromYear', 'soon', 'Please enter a year like 2019'],
		['toYear', '99', 'Please enter a year like 2019'],
		['status', 'done', 'Please choose one of the statuses'],
		['minRating', '6', expect.any(String)],
	]) {
		const answer = await site.app.inject({ url: `/api/library/facets?username=Ann&${path}=${value}` })
		expect([path, answer.statusCode, answer.json().details]).toEqual([path, 400, [{ path, message }]])
	}
})

test('the summary counts what a model counts, and an empty library has zeros', async () => {
	await using site = await startSite()
	const [player, newcomer] = [await site.register(), await site.register()]
	const rows = await fillLibrary(site, player, 80)
	const countOf = (matches: (row: Row) => boolean) => rows.filter(matches).length
	expect(await site.call(getLibrarySummary, { query: {} }, player)).toEqual({
		total: 80,
		byStatus: Object.fromEntries(LIBRARY_STATUSES.map((status) => [status, countOf((row) => row.status === status)])),
		wished: countOf(({ wished }) => wished),
		loved: countOf(({ loved }) => loved),
		rated: countOf(({ halfStars }) => halfStars !== null),
		ratingCounts: Array.from({ length: 10 }, (_, step) => countOf(({ halfStars }) => halfStars === step + 1)),
		minutesPlayed: rows.reduce((sum, { minutesPlayed }) => sum + (minutesPlayed ?? 0), 0),
	})
	expect(await site.call(getLibrarySummary, { query: {} }, newcomer)).toEqual({
		total: 0,
		byStatus: Object.fromEntries(LIBRARY_STATUSES.map((status) => [status, 0])),
		wished: 0,
		loved: 0,
		rated: 0,
		ratingCounts: Array(10).fill(0),
		minutesPlayed: 0,
	})
	// More minutes than 32 bits hold
	await sql`update library_entries set minutes_played = 2000000000`.execute(site.services.db)
	expect((await site.call(getLibrarySummary, { query: {} }, player)).minutesPlayed).toBe(160_000_000_000)
})

test('an entry of a merged game shows the remaining game', async () => {
	await using site = await startSite()
	const player = await site.register()
	const [kept, merged] = [await site.addGame({ name: 'Lantern Hollow' }), await site.addGame({ name: 'Lantern Holow' })]
	const { db, clock } = site.services
	const at = new Date(NOON_MS).toISOString()
	await saveEntry(db, { userId: player.user.id, gameId: merged, changes: { status: 'playing', halfStars: 9 }, at })
	await mergeGames(db, kept, merged, { clock })
	const { entries, totalCount } = await site.call(listLibrary, { query: { search: 'hollow' } }, player)
	expect(totalCount).toBe(1)
	expect(entries).toMatchObject([
		{ gameId: kept, game: { id: kept, name: 'Lantern Hollow' }, status: 'playing', rating: 4.5 },
	])
})
