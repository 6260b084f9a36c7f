import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listGames } from '#contract/browse.ts'
import { getGame, getPopularGames } from '#contract/games.ts'
import { createReview, getReview } from '#contract/reviews.ts'
import { searchGames } from '#contract/search.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { loadBuiltinCatalog } from './builtin.ts'
import { exportGames } from './export-games.ts'
import { importCatalog } from './import.ts'
import { parseJsonLines } from './json-lines.ts'
import type { CatalogSource } from './source.ts'

function file(
	lines: readonly unknown[],
	name = 'test',
	bytes = Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
): CatalogSource {
	async function* chunks() {
		for (let at = 0; at < bytes.length; at += 4_096) yield bytes.subarray(at, at + 4_096)
	}
	return { name, entries: () => parseJsonLines(chunks()) }
}

function game(number: number, more: Record<string, unknown> = {}) {
	return {
		sourceId: `demo:${number}`,
		name: `Lantern ${number}`,
		platforms: ['PC (Microsoft Windows)'],
		summary: `The lamp number ${number}.`,
		...more,
	}
}

const games = (count: number) => Array.from({ length: count }, (_, index) => game(index))

async function load(
	{ services }: TestSite,
	source: CatalogSource,
	options: { signal?: AbortSignal; onProgress?: () => void; batchRows?: number } = {},
) {
	const { added, changed, unchanged, refused, refusals, endedEarly } = await importCatalog(services.db, source, {
		clock: services.clock,
		batchRows: 200,
		...options,
	})
	return { counts: [added, changed, unchanged, refused], refusals, endedEarly }
}

async function fingerprint({ services }: TestSite): Promise<unknown> {
	const { rows } =
		await sql`select md5(string_agg(g::text || s::text, '' order by g.id)) as games, count(*)::int as n, (select count(*)::int from game_word_slips) as slips
		from games g join game_search s on s.game_id = g.id`.execute(services.db)
	return rows[0]
}

test('importing the same file twice changes nothing', async () => {
	await using site = await startSite()
	expect(await load(site, file(games(500)))).toEqual({ counts: [500, 0, 0, 0], refusals: [], endedEarly: undefined })
	const before = await fingerprint(site)
	site.time.now += 60_000
	expect((await load(site, file(games(500)))).counts).toEqual([0, 0, 500, 0])
	expect(await fingerprint(site)).toEqual(before)
	expect((await site.call(getPopularGames, {})).data.total).toBe(500)
})

test('a changed game is updated, including its name in reviews, and keeps its counters', async () => {
	await using site = await startSite()
	await load(site, file([game(1), game(2)]))
	const { games: found } = await site.call(searchGames, { query: { query: 'lantern 1' } })
	const gameId = found[0]?.id ?? 0
	const review = await site.call(
		createReview,
		{ body: { gameId, rating: 4, platform: 'PC (Microsoft Windows)', description: 'A calm game about lamps.' } },
		await site.register(),
	)
	site.time.now += 60_000

	expect((await load(site, file([game(1, { name: 'Beacon Hollow', genres: ['Puzzle'] }), game(2)]))).counts).toEqual([
		0, 1, 1, 0,
	])
	expect((await site.call(getGame, { params: { id: gameId } })).data).toMatchObject({
		name: 'Beacon Hollow',
		genres: ['Puzzle'],
		ratingCount: 1,
		totalReviews: 1,
		averageRating: 4,
	})
	expect((await site.call(getReview, { params: { id: review.id } })).game.name).toBe('Beacon Hollow')
	const row = await site.services.db.selectFrom('reviews').select('game_name').executeTakeFirstOrThrow()
	expect(row.game_name).toBe('Beacon Hollow')
	expect((await site.call(searchGames, { query: { query: 'beacon' } })).games.map(({ id }) => id)).toEqual([gameId])
	expect((await site.call(searchGames, { query: { query: 'lantern 1' } })).games.map(({ id }) => id)).not.toContain(
		gameId,
	)
})

test('times to beat of a file are shown, exported, changed and taken back', async () => {
	await using site = await startSite()
	const timed = (timeToBeat?: object) => load(site, file([game(1, { ...(timeToBeat && { timeToBeat }) })]))
	const shown = async () => {
		const { games: found } = await site.call(listGames, { query: { maxHours: 6 } })
		return found.map(({ timeToBeat }) => timeToBeat)
	}
	await timed({ finished: 360, completed: 540 })
	expect(await shown()).toEqual([{ finished: 360, completed: 540, count: 0, source: 'catalog' }])
	for await (const line of exportGames(site.services.db))
		expect(JSON.parse(line)).toMatchObject({ timeToBeat: { finished: 360, completed: 540 } })
	await timed({ finished: 361 })
	expect(await shown()).toEqual([])
	await timed({ finished: 10 })
	expect(await shown()).toEqual([{ finished: 10, completed: null, count: 0, source: 'catalog' }])
	expect((await timed()).counts).toEqual([0, 1, 0, 0])
	expect(await shown()).toEqual([])
})

test('the same ids in two sources are two games', async () => {
	await using site = await startSite()
	await load(site, file([game(1)], 'one'))
	expect((await load(site, file([game(1, { name: 'Another' })], 'two'))).counts).toEqual([1, 0, 0, 0])
})

test('each refused record is reported with its line, and the rest is stored', async () => {
	await using site = await startSite()
	const lines = [
		game(1),
		'{"sourceId":',
		game(2, { releaseDate: '2023-02-30' }),
		'',
		game(1, { name: 'Twice' }),
		game(3, { genres: 7 }),
		game(4),
	]
	const { counts, refusals } = await load(site, file(lines))
	expect(counts).toEqual([2, 0, 0, 4])
	expect(refusals).toEqual([
		{ position: 'line 2', reason: 'The line is not JSON' },
		{ position: 'line 3', reason: 'The releaseDate "2023-02-30" does not exist' },
		{ position: 'line 5', reason: 'The sourceId "demo:1" is already used in line 1' },
		{ position: 'line 6', reason: 'The field genres has the wrong type' },
	])
})

test('the first 100 refusals are reported, and all are counted', async () => {
	await using site = await startSite()
	const { counts, refusals } = await load(site, file([...Array.from({ length: 150 }, () => 'no'), game(1)]))
	expect([counts, refusals.length]).toEqual([[1, 0, 0, 150], 100])
})

test('a truncated compressed file stores its complete lines and is reported; the full file adds the rest', async () => {
	await using site = await startSite()
	const lines = games(2_000).map((line, index) => ({ ...line, storyline: String(Math.sin(index)) }))
	const bytes = gzipSync(lines.map((line) => JSON.stringify(line)).join('\n'))
	const cut = await load(site, file([], 'test', bytes.subarray(0, Math.floor(bytes.length * 0.6))))
	expect(cut.endedEarly).toBe('The compressed file is damaged or truncated')
	const [stored = 0] = cut.counts
	expect(stored).toBeGreaterThan(500)
	expect((await load(site, file([], 'test', bytes))).counts).toEqual([2_000 - stored, 0, stored, 0])
})

test('a stopped import has stored complete batches, and resumes when it is run again', async () => {
	await using site = await startSite()
	const stop = new AbortController()
	const all = games(1_500)
	async function* entries() {
		for (const [index, record] of all.entries()) {
			if (index === 700) stop.abort()
			yield { position: `line ${index + 1}`, record }
		}
	}
	const { counts, endedEarly } = await load(site, { name: 'test', entries }, { signal: stop.signal })
	expect(endedEarly).toBe('The import was stopped')
	const [stored = 0] = counts
	expect(stored).toBeGreaterThan(0)
	expect(stored).toBeLessThan(700)
	expect(await fingerprint(site)).toMatchObject({ n: stored })
	expect((await load(site, file(all))).counts).toEqual([1_500 - stored, 0, stored, 0])
})

test('an import that fails at any point leaves complete batches', async () => {
	await using site = await startSite()
	async function* entries() {
		for (const [index, record] of games(1_000).entries()) {
			if (index === 650) throw new Error('the disk is gone')
			yield { position: `line ${index + 1}`, record }
		}
	}
	await expect(load(site, { name: 'test', entries })).rejects.toThrow('the disk is gone')
	const { n } = (await fingerprint(site)) as { n: number }
	expect(n).toBeGreaterThan(0)
	expect((await load(site, file(games(1_000)))).counts).toEqual([1_000 - n, 0, n, 0])
})

test('two concurrent imports of the same games add each game once', async () => {
	await using site = await startSite()
	const [one, two] = await Promise.all([load(site, file(games(600))), load(site, file(games(600).reverse()))])
	expect((one.counts[0] ?? 0) + (two.counts[0] ?? 0)).toBe(600)
	expect((await site.call(getPopularGames, {})).data.total).toBe(600)
})

test('the site answers searches while games are imported', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	let isRunning = true
	const importing = load(site, file(games(3_000)), { batchRows: 100 }).finally(() => {
		isRunning = false
	})
	let answered = 0
	while (isRunning) {
		expect((await site.app.inject('/api/games/search?query=lantern')).statusCode).toBe(200)
		answered++
	}
	await importing
	expect(answered).toBeGreaterThan(2)
})

test('names with quotes, backslashes and query operators are stored and found', async () => {
	await using site = await startSite()
	const names = [
		"It's \\ a 'test'",
		'"); drop table games; --',
		'???',
		'&|!():*',
		'null',
		'$1',
		'{"b"}',
		'Constructor',
		'__proto__',
		'\u{1F3AE}',
		'a\\',
	]
	expect((await load(site, file(names.map((name, index) => game(index, { name }))))).counts).toEqual([
		names.length,
		0,
		0,
		0,
	])
	for (const name of names.filter((name) => [...name].length > 1)) {
		const { games: found } = await site.call(searchGames, { query: { query: name } })
		expect(found[0]?.name, name).toBe(name)
	}
})

test('the built-in games are loaded once, with their images, and again after a change', async () => {
	await using site = await startSite()
	const { db, clock } = site.services
	const said: string[] = []
	const say = (sentence: string) => said.push(sentence)
	const count = (await readFile(new URL('../../../catalog/games.jsonl', import.meta.url), 'utf8'))
		.trimEnd()
		.split('\n').length

	await Promise.all([loadBuiltinCatalog(db, clock, say), loadBuiltinCatalog(db, clock, say)])
	expect(said).toEqual([`Built-in catalog loaded: ${count} games added, 0 updated.`])
	const { games: found } = await site.call(searchGames, { query: { query: 'elden ring' } })
	expect(found[0]).toMatchObject({
		name: 'Elden Ring',
		cover: expect.stringMatching(/^\/art\/\d+\/cover-/),
		screenshots: [1, 2, 3].map((number) => expect.stringMatching(`^/art/\\d+/scene-${number}-`)),
	})

	await loadBuiltinCatalog(db, clock, say)
	expect(said).toHaveLength(1)
	await db.updateTable('catalogue_loads').set({ content_hash: 'older' }).execute()
	await loadBuiltinCatalog(db, clock, say)
	expect(said[1]).toBe('Built-in catalog loaded: 0 games added, 0 updated.')
})
