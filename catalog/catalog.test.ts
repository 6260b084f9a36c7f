import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOTIFS } from '#art/motifs.ts'
import { PALETTES } from '#art/palette.ts'
import { GAME_KINDS } from '#contract/game-kinds.ts'
import { toSeriesSlug } from '#server/catalog/series-slug.ts'

type CatalogGame = {
	sourceId: string
	name: string
	releaseDate: string
	developers: string[]
	publishers: string[]
	genres: string[]
	platforms: string[]
	gameModes: string[]
	summary: string
	storyline: string | null
	websites: { url: string; category: string }[]
	aliases?: string[]
	series?: string
	kind?: string
	editionOf?: string
	prominence: number
	motif: string
	palette: string
}

type Vocabulary = Record<'genres' | 'platforms' | 'gameModes' | 'websiteCategories' | 'companies', string[]>

const lines = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
const games: CatalogGame[] = lines.map((line) => JSON.parse(line))
const vocabulary: Vocabulary = JSON.parse(readFileSync(new URL('vocabulary.json', import.meta.url), 'utf8'))

const fields = [
	'sourceId',
	'name',
	'releaseDate',
	'developers',
	'publishers',
	'genres',
	'platforms',
	'gameModes',
	'summary',
	'storyline',
	'websites',
	'prominence',
	'motif',
	'palette',
]

const optionalFields = ['aliases', 'series', 'kind', 'editionOf']

function sentencesIn(text: string): number {
	return text.match(/[.!?]”?(?=\s+[\p{Lu}“’\d]|$)/gu)?.length ?? 0
}

/** Finds names that differ only in case, punctuation and legal forms: one of them is probably a typo. */
const closeName = (company: string) =>
	company
		.toLowerCase()
		.replace(/\b(inc|ltd|llc|co|corp|corporation|gmbh)\b\.?/g, '')
		.replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the games that break a rule, with the result of `mistakes` for each. */
function broken(mistakes: (game: CatalogGame) => readonly unknown[]): string[] {
	return games.flatMap((game) => mistakes(game).map((mistake) => `${game.sourceId}: ${String(mistake)}`))
}

test('there are at least 600 games, sorted, without duplicates', () => {
	const ids = games.map(({ sourceId }) => sourceId)
	expect(ids.length).toBeGreaterThanOrEqual(600)
	expect(ids).toEqual([...new Set(ids)].sort())
	const keys = games.map(({ name, releaseDate }) => `${name} ${releaseDate.slice(0, 4)}`)
	expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('all decades are covered, and at least 100 games have a storyline', () => {
	const decades = new Set(games.map(({ releaseDate }) => releaseDate.slice(0, 3)))
	expect([...decades].sort()).toEqual(['197', '198', '199', '200', '201', '202'])
	expect(games.filter(({ storyline }) => storyline !== null).length).toBeGreaterThanOrEqual(100)
})

test('each word of the vocabulary appears once and is used', () => {
	for (const words of Object.values(vocabulary)) expect(words.length).toBe(new Set(words).size)
	const used = {
		genres: games.flatMap(({ genres }) => genres),
		platforms: games.flatMap(({ platforms }) => platforms),
		gameModes: games.flatMap(({ gameModes }) => gameModes),
		companies: games.flatMap(({ developers, publishers }) => [...developers, ...publishers]),
	}
	for (const [kind, words] of Object.entries(used))
		expect(vocabulary[kind as keyof typeof used].filter((word) => !words.includes(word))).toEqual([])
	const close = vocabulary.companies.map(closeName)
	expect(vocabulary.companies.filter((_, index) => close.indexOf(close[index] ?? '') !== index)).toEqual([])
})

test('games have exactly the fields of the format', () => {
	expect(
		broken((game) => [
			...fields.filter((field) => !(field in game)),
			...Object.keys(game).filter((key) => !fields.includes(key) && !optionalFields.includes(key)),
			...(/^savepoint:[a-z0-9]+(-[a-z0-9]+)*$/.test(game.sourceId) ? [] : ['its sourceId']),
			...(/^\S(.*\S)?$/.test(game.name) ? [] : ['its name']),
		]),
	).toEqual([])
})

test('each series has several games and an address of its own, and editions are of games that are here', () => {
	const bySeries = Map.groupBy(
		games.filter(({ series }) => series),
		({ series = '' }) => series,
	)
	expect([...bySeries].filter(([, { length }]) => length < 2).map(([name]) => name)).toEqual([])
	expect(new Set([...bySeries.keys()].map(toSeriesSlug)).size).toBe(bySeries.size)
	const byId = new Map(games.map((game) => [game.sourceId, game]))
	expect(
		broken(({ kind, editionOf, series, releaseDate }) => {
			if (editionOf === undefined) return kind === undefined ? [] : [`${kind} of nothing`]
			const original = byId.get(editionOf)
			return [
				...(original && original.releaseDate <= releaseDate ? [] : [editionOf]),
				...(original?.series === series ? [] : ['its series']),
				...(kind === undefined || GAME_KINDS.some((word) => word === kind) ? [] : [kind]),
			]
		}),
	).toEqual([])
})

test('prominence is a percentage, and tells most games apart from each other', () => {
	expect(
		broken(({ prominence }) =>
			Number.isInteger(prominence) && prominence > 0 && prominence <= 100 ? [] : [prominence],
		),
	).toEqual([])
	const sharing = Map.groupBy(games, ({ prominence }) => prominence)
	expect([...sharing.values()].filter(({ length }) => length > games.length / 10)).toEqual([])
})

test('every game has a motif and a family of colors that exist, and no motif is in more than 4% of the catalog', () => {
	expect(
		broken(({ motif, palette }) => [
			...(Object.hasOwn(MOTIFS, motif) ? [] : [motif]),
			...(Object.hasOwn(PALETTES, palette) ? [] : [palette]),
		]),
	).toEqual([])
	for (const [motif, { length }] of Map.groupBy(games, ({ motif }) => motif))
		expect(length / games.length, motif).toBeLessThanOrEqual(0.04)
})

/** Series whose games do not begin with the same words. */
const SERIES: readonly RegExp[] = [
	/Ace Attorney/,
	/^(?!Wario).*\bMario\b/,
	/Bomberman/,
	/Castlevania/,
	/Donkey Kong|Diddy Kong/,
	/Dragon (Quest|Warrior)/,
	/EarthBound|^Mother/,
	/Final Fantasy/,
	/Ghosts 'n Goblins|Ghouls 'n Ghosts/,
	/Kirby/,
	/Metroid/,
	/Monkey Island/,
	/Pac-Man/,
	/Persona|Shin Megami/,
	/Sonic/,
	/Spider-Man/,
	/^(?!Lego).*(Star Wars|Batman)/,
	/Street Fighter/,
	/Tetris/,
	/Tomb Raider|Lara Croft/,
	/Total War/,
	/Warcraft/,
	/Wolfenstein/,
	/Zelda/,
	/of Mana$/,
]

/** Returns the name of a series as the names of its games begin with it. */
function seriesOf(name: string): string {
	return name
		.replace(/^(The|Sid Meier's|Tom Clancy's|Marvel's|Disney's) /, '')
		.split(/:| – | - /)[0]
		?.replaceAll(/['’!]/g, '')
		.replace(/\s+(\d+|[IVX]+)(\b.*)?$/, '')
		.toLowerCase() as string
}

test('the games of a series share a family of colors', () => {
	const byBeginning = Map.groupBy(games, ({ name }) => seriesOf(name)).values()
	const byWord = SERIES.map((word) => games.filter(({ name }) => word.test(name)))
	expect(byWord.filter(({ length }) => length < 2)).toEqual([])
	expect(
		[...byBeginning, ...byWord]
			.filter((series) => new Set(series.map(({ palette }) => palette)).size > 1)
			.map((series) => series.map(({ name, palette }) => `${name}: ${palette}`)),
	).toEqual([])
})

test('aliases are names that no game has', () => {
	const names = new Set(games.map(({ name }) => name))
	expect(
		broken(({ aliases }) =>
			(aliases ?? []).filter(
				(alias, index, all) => !/^\S(.*\S)?$/.test(alias) || names.has(alias) || all.indexOf(alias) !== index,
			),
		),
	).toEqual([])
	expect(games.filter(({ aliases }) => aliases?.length === 0)).toEqual([])
})

test('dates exist and may be partial', () => {
	expect(
		broken(({ releaseDate }) => {
			if (!/^(19[5-9]\d|20\d\d)(-\d\d(-\d\d)?)?$/.test(releaseDate)) return [releaseDate]
			const [year, month = '01', day = '01'] = releaseDate.split('-')
			const date = `${year}-${month}-${day}`
			return new Date(date).toISOString().startsWith(date) ? [] : [releaseDate]
		}),
	).toEqual([])
})

test('lists have no gaps or duplicates and use the vocabulary', () => {
	expect(
		broken((game) =>
			(
				[
					[game.developers, vocabulary.companies],
					[game.publishers, vocabulary.companies],
					[game.genres, vocabulary.genres],
					[game.platforms, vocabulary.platforms],
					[game.gameModes, vocabulary.gameModes],
				] as const
			).flatMap(([list, known]) => [
				...(list.length === 0 ? ['an empty list'] : []),
				...list.filter((word, index) => list.indexOf(word) !== index || !known.includes(word)),
			]),
		),
	).toEqual([])
})

test('summaries have two to four plain sentences', () => {
	expect(
		broken(({ summary, storyline }) => {
			const sentences = sentencesIn(summary)
			return [
				...(sentences < 2 || sentences > 4 ? [`${sentences} sentences`] : []),
				...(summary.length > 400 ? [`${summary.length} characters`] : []),
				...(/[<>\n\t"'—]| {2}/.test(`${summary}${storyline ?? ''}`) ? ['a sign that does not belong there'] : []),
				...(storyline !== null && sentencesIn(storyline) < 2 ? ['a storyline of one sentence'] : []),
			]
		}),
	).toEqual([])
	const summaries = games.map(({ summary }) => summary)
	expect(new Set(summaries).size).toBe(summaries.length)
})

test('websites are unique https URLs of a known category', () => {
	expect(
		broken(({ websites }) =>
			websites
				.filter(
					({ url, category }, index) =>
						new URL(url).protocol !== 'https:' ||
						!vocabulary.websiteCategories.includes(category) ||
						websites.findIndex((other) => other.url === url) !== index,
				)
				.map(({ url }) => url),
		),
	).toEqual([])
	const stores = games.flatMap(({ websites }) => websites.filter(({ category }) => category !== 'official'))
	const urls = stores.map(({ url }) => url)
	expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([])
})
