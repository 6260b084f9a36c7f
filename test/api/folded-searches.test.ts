import { expect, test } from 'vitest'
import { searchPeople } from '#contract/admin.ts'
import { getGame } from '#contract/games.ts'
import { listLibrary, saveLibraryEntry } from '#contract/library.ts'
import { createList, listLists, updateList } from '#contract/lists.ts'
import { createReview, listReviews } from '#contract/reviews.ts'
import { findMentionableUsers, searchGames, searchUsers } from '#contract/search.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { importCatalog } from '#server/catalog/import.ts'

/** Titles, and what people type who look for them. */
const SPELLINGS: readonly (readonly [title: string, ...searches: string[]])[] = [
	['Pokémon Snap', 'pokemon', 'POKÉMON snap', 'poke\u0301mon', 'ｐｏｋｅｍｏｎ', 'poké\u00admon'],
	["Assassin's Creed", 'assassin’s creed', "assassin's", 'assassins creed', 'assassin＇s'],
	['Baldur’s Gate', 'baldurs gate', "baldur's gate", 'BALDUR‘S'],
	['Final Fantasy VII', 'final fantasy 7', 'final fantasy vii', 'fantasy Ⅶ'],
	['Portal 2', 'portal ii', 'portal ２'],
	['星のカービィ', '星のかーびぃ', 'カービィ', 'ｶｰﾋﾞｨ', '星'],
	['ひぐらし', 'ヒグラシ', 'ひぐらし'],
	['뿌요뿌요', '뿌요'],
	['Œuvre Ægis', 'oeuvre aegis', 'ŒUVRE'],
	['Ёлка', 'елка', 'ЁЛКА'],
]
/** In a text, one letter is no number. */
const SPELLINGS_OF_TITLES: typeof SPELLINGS = [
	['Persona 5', 'persona v', 'persona 5'],
	['Street Fighter V', 'street fighter 5', 'street fighter v'],
	['Ultima I', 'ultima 1', 'ultima i'],
]

async function addGames(site: TestSite, games: readonly { name: string; releaseDate?: string }[]): Promise<number[]> {
	const entries = async function* () {
		for (const [index, game] of games.entries())
			yield {
				position: `line ${index + 1}`,
				record: { ...game, sourceId: `${index} ${game.name}`.replaceAll(/\s/g, '_') },
			}
	}
	await importCatalog(site.services.db, { name: 'test', entries }, { clock: site.services.clock })
	const rows = await site.services.db.selectFrom('games').select(['id', 'source_id']).execute()
	return games.map(
		({ name }, index) => rows.find((row) => row.source_id === `${index} ${name}`.replaceAll(/\s/g, '_'))?.id ?? 0,
	)
}

async function review(site: TestSite, player: Player, gameId: number, description = 'Worth every evening.') {
	const { data } = await site.call(getGame, { params: { id: gameId } })
	const body = { gameId, rating: 4, platform: data.platforms[0] ?? 'PC', description }
	await site.call(createReview, { body }, player)
}

/** What each search of texts finds: the names of the games, or the texts. */
const SEARCHES: Readonly<Record<string, (site: TestSite, search: string, player: Player) => Promise<string[]>>> = {
	games: async (site, query) => (await site.call(searchGames, { query: { query } })).games.map(({ name }) => name),
	libraries: async (site, search, player) =>
		(await site.call(listLibrary, { query: { search } }, player)).entries.map(({ game }) => game.name),
	'games of reviews': async (site, search) =>
		(await site.call(listReviews, { query: { search } })).reviews.map(({ game }) => game.name),
	'texts of reviews': async (site, search) =>
		(await site.call(listReviews, { query: { search } })).reviews.map(({ description }) => description),
	'titles of lists': async (site, search) =>
		(await site.call(listLists, { query: { search } })).lists.map(({ title }) => title),
	'descriptions of lists': async (site, search) =>
		(await site.call(listLists, { query: { search } })).lists.map(({ description }) => description ?? ''),
}

const OF_TEXTS = ['texts of reviews', 'descriptions of lists']

test('every search finds a title in every spelling', async () => {
	await using site = await startSite()
	const [player, other] = [await site.register(), await site.register()]
	const all = [...SPELLINGS, ...SPELLINGS_OF_TITLES]
	const ids = await addGames(
		site,
		all.map(([name]) => ({ name })),
	)
	const plain = await site.addGame({ name: 'Something Else' })
	for (const [index, [title]] of all.entries()) {
		const gameId = ids[index] ?? 0
		await review(site, player, gameId)
		await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'playing' } }, player)
		await review(site, await site.register(), plain, `I remember ${title} well.`)
		await site.call(createList, { body: { title: `All of ${title}`, description: '', games: [] } }, player)
		await site.call(createList, { body: { title: 'Some', description: `Not ${title} alone.`, games: [] } }, other)
	}
	const missed: string[] = []
	for (const [title, ...searches] of all)
		for (const [what, find] of Object.entries(SEARCHES)) {
			if (OF_TEXTS.includes(what) && !SPELLINGS.some(([folded]) => folded === title)) continue
			for (const search of searches)
				if (!(await find(site, search, player)).some((found) => found.includes(title)))
					missed.push(`${what}: ${search}`)
		}
	expect(missed).toEqual([])
})

test('a number finds no year, no longer number and no word, and nothing is found by what is not there', async () => {
	await using site = await startSite()
	const player = await site.register()
	const [gameId = 0] = await addGames(site, [{ name: 'Portal', releaseDate: '2007-10' }])
	await review(site, player, gameId, 'It has the mix of iron and wit that I like.')
	for (const search of ['portal 2', 'portal 20', 'portal ii', 'portal x', 'portals', 'portal 2008'])
		expect([search, await SEARCHES['games of reviews']?.(site, search, player)]).toEqual([search, []])
	for (const search of ['portal 2007', '2007', 'mi', 'portal iron'])
		expect([search, await SEARCHES['games of reviews']?.(site, search, player)]).toEqual([search, ['Portal']])
})

test('a year is the wish for its games, also after it is corrected and in libraries', async () => {
	await using site = await startSite()
	const player = await site.register()
	await loadBuiltinCatalog(site.services.db, site.services.clock, () => {})
	const games = await site.services.db.selectFrom('games').select(['id', 'name', 'release_date']).execute()
	const ofName = Map.groupBy(games, ({ name }) => name)
	const twice = [...ofName.values()].filter((namesakes) => namesakes.length > 1).flat()
	expect(twice.length).toBeGreaterThanOrEqual(28)
	const first: unknown[] = []
	for (const { name, release_date } of twice) {
		const query = `${name} ${release_date?.slice(0, 4)}`
		first.push([query, (await site.call(searchGames, { query: { query } })).games[0]?.id])
	}
	expect(first).toEqual(twice.map(({ id, name, release_date }) => [`${name} ${release_date?.slice(0, 4)}`, id]))
	// A wish that no game fulfills, and a year that is a name
	expect((await SEARCHES.games?.(site, 'doom 1999', player))?.[0]).toBe('Doom')
	expect((await SEARCHES.games?.(site, '2077 cyberpunk', player))?.[0]).toBe('Cyberpunk 2077')

	const doom = ofName.get('Doom')?.find(({ release_date }) => release_date?.startsWith('2016'))?.id ?? 0
	await review(site, player, doom)
	await site.call(saveLibraryEntry, { params: { gameId: doom }, body: { status: 'playing' } }, player)
	for (const what of ['libraries', 'games of reviews']) {
		expect([what, await SEARCHES[what]?.(site, 'doom 2016', player)]).toEqual([what, ['Doom']])
		expect([what, await SEARCHES[what]?.(site, 'doom 1993', player)]).toEqual([what, []])
	}
	await site.services.db.updateTable('games').set({ release_date: '2017-01' }).where('id', '=', doom).execute()
	expect(await SEARCHES['games of reviews']?.(site, 'doom 2017', player)).toEqual(['Doom'])
	expect(await SEARCHES['games of reviews']?.(site, 'doom 2016', player)).toEqual([])
})

test('people are found in every spelling', async () => {
	await using site = await startSite()
	const player = await site.register('Elodie_Smith')
	await site.services.db.updateTable('users').set({ role: 'admin' }).where('id', '=', player.user.id).execute()
	const other = await site.register()
	for (const search of ['élodie', 'ＥＬＯＤＩＥ', 'e\u0301lodie', 'elodie’'])
		expect([
			search,
			(await site.call(searchUsers, { query: { query: search } })).data[0]?.username,
			(await site.call(findMentionableUsers, { query: { query: search } }, other)).users[0]?.username,
			(await site.call(searchPeople, { query: { search } }, player)).people[0]?.username,
		]).toEqual([search, ...Array(3).fill('Elodie_Smith')])
	expect((await site.call(searchUsers, { query: { query: '’’' } })).data).toEqual([])
})

test('a search finds what a list says now', async () => {
	await using site = await startSite()
	const player = await site.register()
	const body = { title: 'Crème', description: 'Brûlée', games: [] }
	const { id } = await site.call(createList, { body }, player)
	expect(await SEARCHES['titles of lists']?.(site, 'creme brulee', player)).toEqual(['Crème'])
	await site.call(updateList, { params: { id }, body: { ...body, description: 'Glacée' } }, player)
	expect(await SEARCHES['titles of lists']?.(site, 'brulee', player)).toEqual([])
	expect(await SEARCHES['titles of lists']?.(site, 'glacee', player)).toEqual(['Crème'])
})
