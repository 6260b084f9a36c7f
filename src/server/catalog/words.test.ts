import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toSiteWord } from './words.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../catalog/${name}`, import.meta.url), 'utf8'))

test.each([
	['platforms', 'Super Nintendo Entertainment System (SNES)', 'Super Nintendo Entertainment System'],
	['platforms', 'Super Famicom', 'Super Nintendo Entertainment System'],
	['platforms', 'playstation 5', 'PlayStation 5'],
	['platforms', 'Xbox Series X and Series S', 'Xbox Series X|S'],
	['platforms', 'Microsoft Windows', 'PC (Microsoft Windows)'],
	['platforms', 'macOS', 'Mac'],
	['platforms', 'Galaksija', 'Galaksija'],
	['genres', 'Role-playing (RPG)', 'Role-playing'],
	['genres', 'action role-playing game', 'Role-playing'],
	['genres', 'Sports', 'Sport'],
	['genres', 'Turn-based strategy (TBS)', 'Turn-based strategy'],
	['genres', "Hack and slash/Beat 'em up", 'Hack and slash'],
	['gameModes', 'Single player', 'Single-player'],
	['gameModes', 'single-player video game', 'Single-player'],
	['gameModes', 'co-op mode', 'Co-operative'],
] as const)('%s: %s is %s', (kind, word, ours) => {
	expect(toSiteWord(kind, word)).toBe(ours)
})

test('no word maps to two of the site’s, and no word of the site’s to another', () => {
	const vocabulary = read('vocabulary.json') as Record<string, string[]>
	const words = read('words.json') as Record<'genres' | 'platforms' | 'gameModes', Record<string, string[]>>
	for (const kind of ['genres', 'platforms', 'gameModes'] as const) {
		for (const word of vocabulary[kind] ?? []) expect(toSiteWord(kind, word)).toBe(word)
		for (const [ours, theirs] of Object.entries(words[kind]))
			for (const word of [ours, ...theirs]) expect([word, toSiteWord(kind, word)]).toEqual([word, ours])
	}
})
