import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReview } from '#contract/reviews.ts'
import { searchGames } from '#contract/search.ts'
import { createRandom, misspell } from '#kit/misspell.ts'
import { startSite, type TestSite, writeReview } from '#kit/site.ts'
import { importCatalog } from '#server/catalog/import.ts'
import { markPopularGames } from './queries-popular.ts'
import { toSearchKey } from './search-key.ts'

const BUILTIN = readFileSync(new URL('../../../../catalog/games.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line) => (JSON.parse(line) as { name: string }).name)
const NAMED = [
	'The Legend of Zelda: Wind Temple',
	'Star Harbour',
	'Harbour',
	'Starharbour Tales',
	'Harbour of the Star',
	'The Lamp Harbour Star Diaries',
	'Grand Lamp Auto V',
	'魔法の女子高生',
	'魔界戦記ディスガイア',
	'Правила дорожного движения',
	'여포키우기',
	'100% Orange_Juice \\ Deluxe',
	'Ōkami Ægis',
]

let site: TestSite
beforeAll(async () => {
	site = await startSite()
	await addGames([...BUILTIN, ...NAMED, ...invented(2_000)])
})
afterAll(() => site[Symbol.asyncDispose]())

async function addGames(names: string[]) {
	const entries = async function* () {
		for (const [index, name] of names.entries())
			yield {
				position: `line ${index + 1}`,
				record: { sourceId: `test:${name}:${index}`.replaceAll(/\s/g, '_'), name },
			}
	}
	await importCatalog(site.services.db, { name: 'test', entries }, { clock: site.services.clock })
}

/** Fictional titles of one to six words. */
function invented(count: number): string[] {
	const random = createRandom(5)
	const pick = (words: string[]) => words[random(words.length)] ?? ''
	const syllables = [
		'ar',
		'ben',
		'cor',
		'dun',
		'el',
		'fen',
		'gor',
		'hal',
		'il',
		'jun',
		'kel',
		'lor',
		'mar',
		'nor',
		'or',
		'pel',
		'quin',
		'ras',
		'sel',
		'tor',
		'ur',
		'vel',
		'wyn',
		'zan',
	]
	const word = () => {
		const text = Array.from({ length: 2 + random(3) }, () => pick(syllables)).join('')
		return (text[0] ?? '').toUpperCase() + text.slice(1)
	}
	const shapes = [
		() => word(),
		() => `${word()} ${word()}`,
		() => `${word()}: The ${word()} of ${word()}`,
		() => `${word()}'s ${word()} ${2 + random(8)}`,
		() => `The ${word()}-${word()} Chronicles`,
		() => `${word()} ${pick(['II', 'III', 'IV', 'VII'])}: ${word()} & ${word()}`,
	]
	return Array.from({ length: count }, () => pick(shapes.map((shape) => shape())))
}

async function search(query: string, limit = 10, page = 1) {
	return site.call(searchGames, { query: { query, limit, page } })
}

async function names(query: string): Promise<string[]> {
	return (await search(query)).games.map(({ name }) => name)
}

test('with eleven kinds of typos in 220 titles, 95% are found among the first three results', async () => {
	const random = createRandom(9)
	const titles = [...BUILTIN, ...invented(2_000).filter((_, index) => index % 10 === 0)]
	const spoilt = misspell(Array.from({ length: 220 }, () => titles[random(titles.length)] ?? ''))
	const missed: string[] = []
	for (const { title, typed, kind: how } of spoilt) {
		const found = (await search(typed, 3)).games
		if (!found.some(({ name }) => toSearchKey(name) === toSearchKey(title))) missed.push(`${how}: ${title} as ${typed}`)
	}
	expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(spoilt.length * 0.05)
})

test('the exact name comes first, then the same words, names that begin with the query, and names with the words', async () => {
	expect((await names('star harbour')).slice(0, 5)).toEqual(
		['Star Harbour', 'Starharbour Tales', 'Harbour of the Star', 'The Lamp Harbour Star Diaries'].slice(0, 4),
	)
	expect((await names('harbour star'))[0]).toBe('Star Harbour')
	expect((await names('harbour'))[0]).toBe('Harbour')
})

test.each([
	['POKEMON', 'Pokémon'],
	['okami aegis', 'Ōkami Ægis'],
	['zelda wind', 'The Legend of Zelda: Wind Temple'],
	['zel win', 'The Legend of Zelda: Wind Temple'],
	['thelegendofzelda', 'The Legend of Zelda: Wind Temple'],
	['starharbour', 'Star Harbour'],
	['gla v', 'Grand Lamp Auto V'],
	['glav', 'Grand Lamp Auto V'],
	['grand lamp auto 5', 'Grand Lamp Auto V'],
	['eldin ring', 'Elden Ring'],
	['ring eldin', 'Elden Ring'],
	['witcher3', 'The Witcher 3: Wild Hunt'],
	['zelda wimd temple of', 'The Legend of Zelda: Wind Temple'],
	['grand lamp auto xqzy', 'Grand Lamp Auto V'],
	['女子高生', '魔法の女子高生'],
	['魔界戦記', '魔界戦記ディスガイア'],
	['ティスカイア', '魔界戦記ディスガイア'],
	['ПРАВИЛА', 'Правила дорожного движения'],
	['дорожново движения', 'Правила дорожного движения'],
	['여포', '여포키우기'],
	['100% orange', '100% Orange_Juice \\ Deluxe'],
])('"%s" finds %s', async (query, name) => {
	const { games } = await search(query, 30)
	expect(games.some((found) => found.name.startsWith(name))).toBe(true)
})

test('of equal matches the most reviewed comes first', async () => {
	await addGames(['Quillmark Alpha', 'Quillmark Beta', 'Quillmark Gamma'])
	expect(await names('quillmark')).toEqual(['Quillmark Alpha', 'Quillmark Beta', 'Quillmark Gamma'])
	const { games } = await search('quillmark gamma')
	await site.call(
		createReview,
		{ body: { gameId: games[0]?.id ?? 0, rating: 4, platform: 'PC', description: 'A calm game about lamps.' } },
		await site.register(),
	)
	expect(await names('quillmark')).toEqual(['Quillmark Gamma', 'Quillmark Alpha', 'Quillmark Beta'])
})

test('a well-known game with the word comes before a lesser one that begins with it, and reviews outrank both', async () => {
	await addGames(['Lanternfall II', 'The Book of Lanternfall', 'Lanternfall Racing'])
	expect(await names('lanternfall')).toEqual(['Lanternfall II', 'Lanternfall Racing', 'The Book of Lanternfall'])
	const known = site.services.db
		.updateTable('games')
		.set({ prominence: 90 })
		.where('name', '=', 'The Book of Lanternfall')
	await known.execute()
	expect(await names('lanternfall')).toEqual(['The Book of Lanternfall', 'Lanternfall II', 'Lanternfall Racing'])
	const id = (await search('lanternfall racing')).games[0]?.id ?? 0
	await writeReview(site, await site.register(), id)
	expect((await names('lanternfall'))[0]).toBe('Lanternfall Racing')
})

test('a short word alone does not match if the longer one is unknown', async () => {
	for (const query of ['vuolqz 1', 'vuolqz_v', 'of vuolqz']) expect((await search(query)).games, query).toEqual([])
	expect((await search('zelda vuol')).games.map(({ name }) => name)).toContain('The Legend of Zelda')
})

test('pages follow each other without repeats and have the total', async () => {
	const first = await search('the', 20)
	const second = await search('the', 20, 2)
	expect(first.pagination).toEqual({ total: first.pagination.total, page: 1, limit: 20, hasMore: true })
	expect(new Set([...first.games, ...second.games].map(({ id }) => id)).size).toBe(40)
	const last = await search('the', 20, Math.ceil(first.pagination.total / 20))
	expect(last.pagination.hasMore).toBe(false)
	expect((await search('the', 50, 200)).games).toEqual([])
})

test('a word in very many names returns the most reviewed of them', async () => {
	await addGames([...Array.from({ length: 1_100 }, (_, index) => `Broadword ${index}`), 'Zz Broadword'])
	const rare = (await search('zz broadword')).games[0]
	await site.call(
		createReview,
		{ body: { gameId: rare?.id ?? 0, rating: 4, platform: 'PC', description: 'A calm game about lamps.' } },
		await site.register(),
	)
	const popular = (await search('broadword 1099')).games[0]
	await site.call(
		createReview,
		{ body: { gameId: popular?.id ?? 0, rating: 4, platform: 'PC', description: 'A calm game about lamps.' } },
		await site.register(),
	)
	const { games, pagination } = await search('broadword')
	expect([games[0]?.name, pagination.total]).toEqual(['Broadword 1099', 1_000])
})

test('marked popular games change no order of what they all rank, and lead what has too many matches for that', async () => {
	const { db } = site.services
	const readPages = async (query: string) => {
		const pages: string[][] = []
		for (const page of [1, 2, 3]) pages.push((await search(query, 10, page)).games.map(({ name }) => name))
		return pages
	}
	const queries = ['the lamp', 'sel', 'selune 1998', 'super', 'super mario', 'gla', 'harbour star']
	const unmarked = new Map<string, string[][]>()
	for (const query of queries) unmarked.set(query, await readPages(query))
	const countMarked = async () =>
		(await db.selectFrom('game_search').select('game_id').where('is_popular', '=', true).execute()).length
	await markPopularGames(db)
	expect(await countMarked()).toBe((await db.selectFrom('games').select('id').execute()).length)
	for (const query of queries) expect([query, await readPages(query)]).toEqual([query, unmarked.get(query)])
	for (const most of [500, 10_000]) {
		await markPopularGames(db, most)
		const pages = await readPages('broadword')
		expect(pages[0]?.slice(0, 2)).toEqual(['Broadword 1099', 'Zz Broadword'])
		expect(new Set(pages.flat()).size).toBe(30)
	}
	await markPopularGames(db, 500)
	expect(await countMarked()).toBe(500)
})

test('a query that is too short, too long or too deep is refused', async () => {
	expect((await site.refusal(searchGames, { query: { query: ' a ' } })).message).toBe(
		'Type at least 2 characters to search for games',
	)
	expect((await site.refusal(searchGames, { query: { query: 'a'.repeat(201) } })).status).toBe(400)
	expect((await site.refusal(searchGames, { query: { query: 'zelda', page: 1_001, limit: 10 } })).code).toBe(
		'page_too_deep',
	)
})

const HOSTILE = [
	'%%',
	'__',
	'\\\\',
	"''",
	"'; drop table games; --",
	"' or 1=1 --",
	'" & | ! ( )',
	':*',
	'!!',
	'<->',
	'&&',
	'||',
	'(()',
	"\\'",
	'a\\',
	"'a':*",
	'a:*b',
	'$1',
	'#{x}',
	'{a,b}',
	'[a-z]+',
	'(a+)+$',
	'constructor prototype',
	'__proto__',
	'null',
	'undefined',
	'a'.repeat(200),
	'ab '.repeat(66),
	'%'.repeat(200),
	"'".repeat(200),
	'\\'.repeat(200),
	'a.'.repeat(100),
	'魔'.repeat(200),
	'\u{1F600}'.repeat(200),
	'é'.repeat(100),
	'\u0301'.repeat(200),
	'the of a to in on 2 3 and',
	'1'.repeat(200),
	'ﷺ'.repeat(200),
	'\u202eabc',
	'İİ',
	'ß ß',
	'٣٤',
	'a b c d e f g h i j k l m n o p q r s t u v w x y z',
]

test('hostile queries neither fail nor are slow', async () => {
	for (const query of HOSTILE) {
		const started = performance.now()
		const answer = await site.app.inject({ url: '/api/games/search', query: { query } })
		expect([query, answer.statusCode]).toEqual([query, 200])
		expect(performance.now() - started, query).toBeLessThan(2_000)
	}
	expect(await names('%%')).toEqual([])
	// What shows nothing is as missing as spaces are
	for (const query of ['  ', '\u200b\u200b'])
		expect((await site.app.inject({ url: '/api/games/search', query: { query } })).statusCode).toBe(400)
})
