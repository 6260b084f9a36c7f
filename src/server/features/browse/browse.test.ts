import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	GAME_SORTS,
	type GameFacets,
	type GamesQuery,
	LOG_IN_TO_FILTER,
	listGames,
	MAX_BROWSE_OPTIONS,
	MAX_FILTER_VALUES,
	OWN_STATUSES,
	YEARS_TURNED_ROUND,
} from '#contract/browse.ts'
import { type Game, getPopularGames } from '#contract/games.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { LIBRARY_STATUSES, type LibraryStatus } from '#contract/library-entry.ts'
import { PRIOR_RATINGS } from '#contract/prior-ratings.ts'
import { searchGames } from '#contract/search.ts'
import { LOGIN_NEEDED } from '#contract/session-refusals.ts'
import { PERIODS, type Period } from '#contract/shapes.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { recount } from '#server/db/recount.ts'

/** A game as the model knows it. */
interface Row {
	id: number
	name: string
	release_date: string | null
	developers: string[]
	publishers: string[]
	genres: string[]
	platforms: string[]
	game_modes: string[]
	prominence: number
	rating_sum: number
	rating_count: number
	reviews: Record<Period, number>
	players: number
	status: LibraryStatus | null
	isWished: boolean
	isEntered: boolean
	minutes: number | null
}

let site: TestSite
let player: Player
let rows: Row[]
/** The mean of all ratings in hundredths of a star, as the order by rating knows it. */
let mean: number

beforeAll(async () => {
	site = await startSite()
	await loadBuiltinCatalog(site.services.db, site.services.clock, () => {})
	player = await site.register('player')
	await play(site, player)
	rows = await readRows(site, player)
	const { rows: sums } = await sql<{ mean: number }>`
		select round(sum(rating_sum) * 50.0 / sum(rating_count))::int as mean from game_counts`.execute(site.services.db)
	mean = sums[0]?.mean ?? 0
}, 120_000)
afterAll(() => site[Symbol.asyncDispose]())

/** Gives games ratings, players, dates to come and entries of a library, with many ties. */
async function play({ services: { db } }: TestSite, { user }: Player): Promise<void> {
	await sql`update games set release_date = case id % 5 when 0 then '2026-12' when 1 then '2027' when 2 then null else '2026-11-21' end where id % 40 = 7`.execute(
		db,
	)
	await sql`update games set hidden = true where id % 97 = 0`.execute(db)
	await sql`update game_counts set rating_sum = (1 + id % 10) * (id % 4), rating_count = id % 4, reviews_week = id % 3, reviews_month = id % 3 + id % 5,
		reviews_year = id % 3 + id % 5, reviews_total = id % 3 + id % 7, playing_count = id % 2, played_count = id % 5 where id % 3 = 0`.execute(
		db,
	)
	await sql`insert into times_to_beat (game_id, finished, people, catalog_finished, catalog_source)
		select id, case id % 3 when 0 then 60 * (1 + id % 12) + id % 2 end, case id % 3 when 0 then 5 else 0 end, 30 * (1 + id % 90), 'igdb'
		from games where id % 4 <> 3`.execute(db)
	await sql`insert into library_entries (user_id, game_id, status, is_wished, created_at, updated_at)
		select ${user.id}::uuid, id, (array[null, ${sql.join(LIBRARY_STATUSES)}])[1 + id % ${LIBRARY_STATUSES.length + 1}::int], id % 9 = 0, now(), now()
		from games where id % 6 = 1`.execute(db)
}

async function readRows({ services: { db } }: TestSite, { user }: Player): Promise<Row[]> {
	const { rows } = await sql<Row>`
		select g.id, g.name, release_date, developers, publishers, genres, platforms, game_modes, g.prominence, c.rating_sum, c.rating_count,
			json_build_object('week', reviews_week, 'month', reviews_month, 'year', reviews_year, 'all', reviews_total) as reviews,
			playing_count + played_count as players, coalesce(t.finished, t.catalog_finished) as minutes, e.status, coalesce(e.is_wished, false) as "isWished", e.user_id is not null as "isEntered"
		from games g join game_counts c on c.id = g.id left join library_entries e on e.game_id = g.id and e.user_id = ${user.id}
		left join times_to_beat t on t.game_id = g.id
		where not hidden`.execute(db)
	return rows
}

const hasAny = (values: readonly string[], chosen: readonly string[]) =>
	values.some((value) => chosen.some((one) => one.toLowerCase() === value.toLowerCase()))
const yearOf = ({ release_date }: Row) => Number(release_date?.slice(0, 4) ?? Number.NaN)
const averageOf = ({ rating_sum, rating_count }: Row) => Math.round((rating_sum * 50) / rating_count) / 100

const STATUSES: Readonly<Record<(typeof OWN_STATUSES)[number], (row: Row) => boolean>> = {
	want: (row) => row.isWished || row.status === 'backlog',
	now: ({ status }) => status === 'playing' || status === 'paused',
	done: ({ status }) => status !== null && ['played', 'finished', 'completed', 'abandoned'].includes(status),
	none: (row) => !row.isEntered,
}

const MATCHES: { [F in keyof GamesQuery]?: (row: Row, value: NonNullable<GamesQuery[F]>) => boolean } = {
	genre: (row, chosen) => hasAny(row.genres, chosen),
	platform: (row, chosen) => hasAny(row.platforms, chosen),
	developer: (row, chosen) => hasAny(row.developers, chosen),
	publisher: (row, chosen) => hasAny(row.publishers, chosen),
	mode: (row, chosen) => hasAny(row.game_modes, chosen),
	yearFrom: (row, year) => yearOf(row) >= year,
	yearTo: (row, year) => yearOf(row) <= year,
	minRating: (row, rating) => row.rating_count > 0 && averageOf(row) >= rating,
	maxHours: ({ minutes }, hours) => minutes !== null && minutes <= hours * 60,
	status: (row, chosen) => chosen.some((status) => STATUSES[status](row)),
	search: (row, text) => row.name.toLowerCase().includes(text.toLowerCase()),
}

const findMatching = (query: GamesQuery) =>
	rows.filter((row) =>
		Object.entries(query).every(([name, value]) => {
			const matches = MATCHES[name as keyof GamesQuery] as ((row: Row, value: unknown) => boolean) | undefined
			return matches?.(row, value) ?? true
		}),
	)

/** Sort keys that ascend, the most important one first. */
type Keys = readonly (number | string)[]
const nameOf = ({ name }: Row) => name.toLowerCase()
const later = (date: string) => [...date].map((character) => -character.charCodeAt(0))
const TODAY = '2026-11-21'
const isOut = ({ release_date }: Row) => release_date !== null && release_date <= TODAY
const undated = (row: Row): Keys => [-row.prominence, nameOf(row), row.id]
const latest = (row: Row): Keys => [...later((row.release_date ?? '').padEnd(10)), -row.id]

const KEYS: Readonly<Record<(typeof GAME_SORTS)[number], (row: Row, period: Period) => Keys>> = {
	popular: (row, period) => [-row.reviews[period], -row.rating_count, -row.prominence, nameOf(row), row.id],
	rating: (row) =>
		row.rating_count === 0
			? [1, ...undated(row)]
			: [
					0,
					-Math.round(
						(10_000 * (row.rating_sum / 2 + (PRIOR_RATINGS * mean) / 100)) / (row.rating_count + PRIOR_RATINGS),
					),
					...undated(row),
				],
	newest: (row) =>
		row.release_date === null ? [2, ...undated(row)] : isOut(row) ? [0, ...latest(row)] : [1, row.release_date, row.id],
	oldest: (row) => (row.release_date === null ? [1, ...undated(row)] : [0, row.release_date, row.id]),
	name: (row) => [nameOf(row), row.id],
	mostPlayed: (row) => [-row.players, ...undated(row)],
	shortest: (row) => (row.minutes === null ? [1, ...undated(row)] : [0, row.minutes, ...undated(row)]),
	upcoming: (row) =>
		row.release_date === null ? [1, ...undated(row)] : isOut(row) ? [2, ...latest(row)] : [0, row.release_date, row.id],
}

function compare(one: Keys, other: Keys): number {
	for (const [index, key] of one.entries()) {
		const against = other[index] ?? 0
		if (key === against) continue
		const isFirst = typeof key === 'string' ? compareBytes(key, String(against)) : key < Number(against)
		return isFirst ? -1 : 1
	}
	return 0
}
const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

function listExpected(query: GamesQuery): number[] {
	const { sortBy = 'popular', period = 'week' } = query
	return findMatching(query)
		.map((row) => ({ id: row.id, keys: KEYS[sortBy](row, period) }))
		.toSorted((one, other) => compare(one.keys, other.keys))
		.map(({ id }) => id)
}

const idsOf = (games: readonly Game[]) => games.map(({ id }) => id)

/** Any query of filters, with values of the catalog, in any case, and some that no game has. */
function queries() {
	const several = (values: readonly string[]) =>
		fc.option(
			fc.array(
				fc.oneof(
					{ weight: 9, arbitrary: fc.constantFrom(...values) },
					fc.constantFrom('Nothing', 'O\'Neil, "Inc."', '%'),
				),
				{ minLength: 1, maxLength: 4 },
			),
			{ nil: undefined, freq: 2 },
		)
	const valuesOf = (toValues: (row: Row) => readonly string[]) => {
		const values = [...new Set(rows.flatMap(toValues))]
		return [...values, ...values.slice(0, 3).map((value) => value.toUpperCase())]
	}
	const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
	return fc
		.record({
			genre: several(valuesOf((row) => row.genres)),
			platform: several(valuesOf((row) => row.platforms)),
			developer: fc.option(several(valuesOf((row) => row.developers)), { nil: undefined, freq: 1 }),
			publisher: fc.option(several(valuesOf((row) => row.publishers)), { nil: undefined, freq: 1 }),
			mode: several(valuesOf((row) => row.game_modes)),
			yearFrom: maybe(fc.integer({ min: 1975, max: 2010 })),
			yearTo: maybe(fc.integer({ min: 2010, max: 2030 })),
			minRating: maybe(fc.integer({ min: 1, max: 10 }).map((halves) => halves / 2)),
			maxHours: maybe(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(1_000))),
			status: fc.option(fc.uniqueArray(fc.constantFrom(...OWN_STATUSES), { minLength: 1 }), {
				nil: undefined,
				freq: 1,
			}),
			sortBy: maybe(fc.constantFrom(...GAME_SORTS)),
			period: maybe(fc.constantFrom(...PERIODS)),
		})
		.map((query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value != null)) as GamesQuery)
}

test('games match filters, have the order and the total of a model, whatever the filters', async () => {
	await fc.assert(
		fc.asyncProperty(queries(), async (query) => {
			const expected = listExpected(query)
			const { games, totalCount } = await site.call(listGames, { query: { ...query, limit: 50 } }, player)
			expect(totalCount).toBe(expected.length)
			expect(idsOf(games)).toEqual(expected.slice(0, 50))
		}),
		{ numRuns: 120, seed: 66 },
	)
})

test.each(GAME_SORTS)('by %s, pages and cursors lead through every game once', { timeout: 60_000 }, async (sortBy) => {
	for (const filters of [{}, { genre: ['Adventure', 'Puzzle'], yearFrom: 1990 }] satisfies GamesQuery[]) {
		const query: GamesQuery = { ...filters, sortBy, period: 'all', limit: 50 }
		const expected = listExpected(query)
		const byCursor: number[] = []
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const page = await site.call(listGames, { query: { ...query, ...(cursor && { cursor }) } })
			byCursor.push(...idsOf(page.games))
			expect([page.totalCount, page.currentPage]).toEqual([expected.length, cursor ? null : 1])
			cursor = page.nextCursor
		}
		expect(byCursor).toEqual(expected)
		const byPage: number[] = []
		const last = Math.ceil(expected.length / 50)
		for (let page = 1; page <= last; page++)
			byPage.push(...idsOf((await site.call(listGames, { query: { ...query, page } })).games))
		expect(byPage).toEqual(expected)
		const beyond = await site.call(listGames, { query: { ...query, page: last + 1 } })
		expect([beyond.games, beyond.totalCount, beyond.nextCursor]).toEqual([[], expected.length, null])
	}
})

/** The values of a game in a facet, and the filters that are the facet's own. */
const FACETS = {
	genres: [(row) => row.genres, ['genre']],
	platforms: [(row) => row.platforms, ['platform']],
	modes: [(row) => row.game_modes, ['mode']],
	decades: [(row) => (row.release_date === null ? [] : [Math.floor(yearOf(row) / 10) * 10]), ['yearFrom', 'yearTo']],
} as const satisfies Record<keyof GameFacets, readonly [(row: Row) => readonly (string | number)[], readonly string[]]>

test('facets count what a model counts under all other filters', async () => {
	await fc.assert(
		fc.asyncProperty(queries(), async (query) => {
			const { facets } = await site.call(listGames, { query: { ...query, limit: 1 } }, player)
			for (const name of Object.keys(FACETS) as (keyof GameFacets)[]) {
				const [valuesOf, own] = FACETS[name]
				const others = Object.fromEntries(
					Object.entries(query).filter(([key]) => !own.some((one: string) => one === key)),
				)
				const counts = new Map<string | number, number>()
				for (const row of findMatching(others))
					for (const value of new Set<string | number>(valuesOf(row))) counts.set(value, (counts.get(value) ?? 0) + 1)
				expect(counts.size).toBeLessThan(MAX_BROWSE_OPTIONS * 3)
				const options: readonly { value: string | number; count: number }[] = facets[name]
				const most = [...counts.values()].toSorted((one, other) => other - one).slice(0, MAX_BROWSE_OPTIONS)
				expect([name, options.length]).toEqual([name, most.length])
				for (const { value, count } of options) expect([name, value, count]).toEqual([name, value, counts.get(value)])
				const inOrder = options.map(({ count }) => count)
				if (name === 'decades')
					expect(options).toEqual(options.toSorted((one, other) => (one.value < other.value ? 1 : -1)))
				else expect(inOrder).toEqual(most)
			}
		}),
		{ numRuns: 60, seed: 11 },
	)
})

test('a search finds words of names, and the default order is that of popular games', async () => {
	const { games, totalCount } = await site.call(listGames, { query: { search: 'zelda', sortBy: 'name', limit: 50 } })
	expect(totalCount).toBe(games.length)
	expect(games.length).toBeGreaterThan(3)
	expect(games.map(({ name }) => /zelda/i.test(name))).not.toContain(false)
	expect((await site.call(listGames, { query: { search: '!?' } })).totalCount).toBe(0)
	for (const period of PERIODS) {
		const popular = await site.call(getPopularGames, { query: { period, limit: 24 } })
		const listed = await site.call(listGames, { query: { period } })
		expect([listed.games, listed.totalCount]).toEqual([popular.data.games, popular.data.total])
	}
})

test('what makes no sense is refused with a sentence, and unknown values give an empty page', async () => {
	const ask = (query: string) => site.app.inject(`/api/games?${query}`)
	const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}=${n}`).join('&')
	for (const [query, path, message] of [
		['yearFrom=2001&yearTo=2000', 'yearTo', YEARS_TURNED_ROUND],
		['yearFrom=soon', 'yearFrom', 'Please enter a year like 2019'],
		['yearTo=99999', 'yearTo', 'Please enter a year like 2019'],
		['minRating=0', 'minRating', expect.stringMatching(/half steps/)],
		['minRating=4.2', 'minRating', expect.stringMatching(/half steps/)],
		[many('genre', MAX_FILTER_VALUES + 1), 'genre', `Please choose up to ${MAX_FILTER_VALUES} values`],
		['status=maybe', 'status.0', 'Please choose want, now, done or none'],
		['maxHours=0', 'maxHours', 'Please enter whole hours from 1 to 1,000'],
		['maxHours=1.5', 'maxHours', 'Please enter whole hours from 1 to 1,000'],
		['maxHours=1001', 'maxHours', 'Please enter whole hours from 1 to 1,000'],
		['sortBy=longest', 'sortBy', expect.any(String)],
	] as const) {
		const answer = await ask(query)
		expect([query, answer.statusCode, answer.json().details]).toEqual([query, 400, [{ path, message }]])
	}
	const fifty = ['genre', 'platform', 'developer', 'publisher', 'mode'].map((name) => many(name, 10)).join('&')
	for (const query of [fifty, 'genre=Puzzle,Horror', 'platform=%25', 'developer=Nobody+at+all', 'yearTo=1900']) {
		const answer = await ask(query)
		expect([query, answer.statusCode, answer.json().games, answer.json().totalCount]).toEqual([query, 200, [], 0])
	}
	// An empty value is none
	expect((await ask('genre=&developer=')).json().totalCount).toBe(rows.length)
	expect((await ask('page=201&limit=50')).json().code).toBe('page_too_deep')
	expect((await ask('cursor=abc')).json().code).toBe('bad_cursor')
	const { nextCursor } = (await ask('sortBy=name')).json()
	expect((await ask(`sortBy=oldest&cursor=${nextCursor}`)).json().code).toBe('bad_cursor')
})

test('whoever is not logged in has no library to filter by', async () => {
	for (const status of OWN_STATUSES)
		expect(await site.refusal(listGames, { query: { status: [status] } })).toMatchObject({
			status: 401,
			code: LOGIN_NEEDED.code,
			message: LOG_IN_TO_FILTER,
		})
})

test('what changes about a game changes its filters, facets, orders and total', async () => {
	await using site = await startSite()
	const { db } = site.services
	const [reader, other] = [await site.register(), await site.register()]
	const [one, two, three] = [
		await site.addGame({ name: 'One', platforms: ['PC'] }),
		await site.addGame({ name: 'Two', platforms: ['PC'] }),
		await site.addGame({ name: 'Three', platforms: ['Abacus'] }),
	]
	const list = async (query: GamesQuery) => {
		const page = await site.call(listGames, { query }, reader)
		expect(page.totalCount).toBe(page.games.length)
		return idsOf(page.games)
	}
	expect(await list({ sortBy: 'name' })).toEqual([one, three, two])
	await db
		.updateTable('games')
		.set({ genres: ['Racing'], release_date: '1984', name: 'A Second' })
		.where('id', '=', two)
		.execute()
	expect(await list({ genre: ['racing'], yearFrom: 1984, yearTo: 1984 })).toEqual([two])
	expect(await list({ sortBy: 'name' })).toEqual([two, one, three])
	await db.updateTable('games').set({ genres: [], release_date: '1998', name: 'Two' }).where('id', '=', two).execute()
	expect(await list({ genre: ['Racing'] })).toEqual([])
	expect((await site.call(listGames, { query: {} })).facets).toEqual({
		genres: [{ value: 'Adventure', count: 2 }],
		platforms: [
			{ value: 'PC', count: 2 },
			{ value: 'Abacus', count: 1 },
		],
		modes: [{ value: 'Single-player', count: 3 }],
		decades: [{ value: 1990, count: 3 }],
	})
	// A rating moves a game, and the mean of all moves the others
	await site.call(saveLibraryEntry, { params: { gameId: three }, body: { rating: 4 } }, reader)
	await site.call(saveLibraryEntry, { params: { gameId: one }, body: { rating: 4.5 } }, reader)
	expect(await list({ sortBy: 'rating' })).toEqual([one, three, two])
	expect(await list({ minRating: 4.5 })).toEqual([one])
	await site.call(saveLibraryEntry, { params: { gameId: one }, body: { rating: 1 } }, other)
	expect(await list({ sortBy: 'rating' })).toEqual([three, one, two])
	expect(await list({ minRating: 3 })).toEqual([three])
	const { rows: scores } = await sql<{
		by_score: number
	}>`select by_score from browsed_games where id = ${three}`.execute(db)
	// (4 + 10 × 3.17) / 11
	expect(scores).toEqual([{ by_score: -Math.round((10_000 * (4 + 10 * 3.17)) / 11) }])
	await site.call(saveLibraryEntry, { params: { gameId: two }, body: { status: 'playing' } }, reader)
	expect((await list({ sortBy: 'mostPlayed' }))[0]).toBe(two)
	expect(await list({ status: ['none'] })).toEqual([])
	expect(await list({ status: ['now'] })).toEqual([two])
	await db.updateTable('games').set({ hidden: true }).where('id', '=', three).execute()
	expect(await list({ platform: ['Abacus'] })).toEqual([])
	expect(await list({ sortBy: 'name' })).toEqual([one, two])
	await mergeGames(db, one, two, { clock: site.services.clock, keepNewest: false })
	expect(await list({ sortBy: 'name' })).toEqual([one])
	const { rows: left } = await sql<{ id: number }>`select id from browsed_games order by id`.execute(db)
	expect(left).toEqual([{ id: one }, { id: three }])
	const isBrowse = ({ count }: { count: string }) => /^(browse|game_bits)/.test(count)
	expect((await recount(db)).filter(isBrowse)).toEqual([])
	await sql`update game_bits set bits = set_bit(bits, ${three}, 0) where facet = 'platform' and value = 'pc'`.execute(
		db,
	)
	await sql`update game_bits set bits = set_bit(bits, ${one}, 0) where facet = 'platform' and value = 'pc'`.execute(db)
	await sql`update browsed_games set by_players = 7`.execute(db)
	const differing = (await recount(db)).filter(isBrowse)
	expect(differing).toHaveLength(3)
	expect(differing).toEqual(
		expect.arrayContaining([
			{ count: 'browsed_games', subject: String(one), stored: 1, counted: 1 },
			{ count: 'browsed_games', subject: String(three), stored: 1, counted: 1 },
			{ count: 'game_bits', subject: 'platform pc', stored: 0, counted: 1 },
		]),
	)
})

test('games from before there were triggers are taken up, a batch at a time', async () => {
	await using site = await startSite()
	const { db } = site.services
	const ids: number[] = []
	for (let n = 0; n < 5; n++) ids.push(await site.addGame({ name: `Game ${n}` }))
	await sql`truncate browsed_games, game_bits, changed_browse`.execute(db)
	const fill = async () =>
		(await sql<{ remaining: number }>`select fill_browse(2) as remaining`.execute(db)).rows[0]?.remaining
	expect([await fill(), await fill(), await fill(), await fill()]).toEqual([2, 2, 1, 0])
	expect(idsOf((await site.call(listGames, { query: { sortBy: 'name' } })).games)).toEqual(ids)
})

test('a search for a genre, a platform or a studio says how many games the list has of it', async () => {
	const visible = await site.call(listGames, { query: {} })
	const studios = [...new Set(rows.flatMap(({ developers }) => developers))].slice(0, 20)
	const asked = [
		...visible.facets.genres.map(({ value }) => ['genre', value] as const),
		...visible.facets.platforms.map(({ value }) => ['platform', value] as const),
		...studios.map((value) => ['developer', value] as const),
	].filter(([, value]) => value.length > 1)
	expect(asked.length).toBeGreaterThan(60)
	for (const [filter, value] of asked) {
		const { totalCount } = await site.call(listGames, { query: { [filter]: [value], limit: 1 } })
		const { filters } = await site.call(searchGames, { query: { query: ` ${value.toUpperCase()} ` } })
		const expected = totalCount === 0 ? [] : [{ filter, value, count: totalCount }]
		expect.soft(filters.filter((found) => found.filter === filter)).toEqual(expected)
	}
})

test('a search knows platforms by their short names, and says nothing of parts of names and on further pages', async () => {
	const search = async (query: string, page = 1) =>
		(await site.call(searchGames, { query: { query, page } })).filters.map(({ value }) => value)
	expect(await search('ps4')).toEqual(['PlayStation 4'])
	expect(await search('PlayStation')).toEqual(['PlayStation'])
	expect(await search('Horr')).toEqual([])
	// Makes games and publishes them
	expect(await search('valve')).toEqual(['Valve'])
	// Publishes what its studios make
	expect((await site.call(searchGames, { query: { query: 'nintendo' } })).filters).toMatchObject([
		{ filter: 'publisher', value: 'Nintendo' },
	])
	expect(await search('Horror')).toEqual(['Horror'])
	expect(await search('Horror', 2)).toEqual([])
})
