import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type CatalogueGame = {
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
}

type Vocabulary = { genres: string[]; platforms: string[]; gameModes: string[]; websiteCategories: string[] }

const lines = readFileSync(new URL('games.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
const games: CatalogueGame[] = lines.map((line) => JSON.parse(line))
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
]

function sentencesIn(text: string): number {
	return text.match(/[.!?](?=\s+[A-Z“]|$)/g)?.length ?? 0
}

describe('the catalogue', () => {
	it('holds at least eighty games, sorted, none twice', () => {
		const ids = games.map(({ sourceId }) => sourceId)
		expect(ids.length).toBeGreaterThanOrEqual(80)
		expect(ids).toEqual([...new Set(ids)].sort())
	})

	it('names no two games of the same year alike', () => {
		const keys = games.map(({ name, releaseDate }) => `${name} ${releaseDate.slice(0, 4)}`)
		expect(new Set(keys).size).toBe(keys.length)
	})

	it('keeps words of the vocabulary once each', () => {
		for (const words of Object.values(vocabulary)) expect(new Set(words).size).toBe(words.length)
	})

	it('reaches from the 1980s to the 2020s', () => {
		const decades = new Set(games.map(({ releaseDate }) => releaseDate.slice(0, 3)))
		expect([...decades].sort()).toEqual(['198', '199', '200', '201', '202'])
	})
})

describe.each(games.map((game) => [game.sourceId, game] as const))('%s', (_, game) => {
	it('has the fields of the format and no others', () => {
		expect(Object.keys(game).sort()).toEqual([...fields].sort())
		expect(game.sourceId).toMatch(/^savepoint:[a-z0-9]+(-[a-z0-9]+)*$/)
		expect(game.name).toBe(game.name.trim())
		expect(game.name).not.toBe('')
	})

	it('has a real date, as exact as is known', () => {
		expect(game.releaseDate).toMatch(/^(19[5-9]\d|20\d\d)(-\d\d(-\d\d)?)?$/)
		const [year, month = '01', day = '01'] = game.releaseDate.split('-')
		const date = `${year}-${month}-${day}`
		expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
	})

	it('has lists without gaps or repeats, in the words of the vocabulary', () => {
		for (const list of [game.developers, game.publishers, game.genres, game.platforms, game.gameModes]) {
			expect(list.length).toBeGreaterThan(0)
			expect(new Set(list).size).toBe(list.length)
			for (const entry of list) expect(entry).toMatch(/^\S(.*\S)?$/)
		}
		for (const field of ['genres', 'platforms', 'gameModes'] as const) {
			expect(game[field].filter((word) => !vocabulary[field].includes(word))).toEqual([])
		}
	})

	it('is told in two to four plain sentences', () => {
		expect(sentencesIn(game.summary)).toBeGreaterThanOrEqual(2)
		expect(sentencesIn(game.summary)).toBeLessThanOrEqual(4)
		expect(game.summary.length).toBeLessThanOrEqual(400)
		expect(`${game.summary}${game.storyline}`).not.toMatch(/[<>\n\t]| {2}/)
		if (game.storyline !== null) expect(sentencesIn(game.storyline)).toBeGreaterThanOrEqual(2)
	})

	it('links only to https addresses of a known kind', () => {
		for (const { url, category } of game.websites) {
			expect(new URL(url).protocol).toBe('https:')
			expect(vocabulary.websiteCategories).toContain(category)
		}
	})
})
