import { readFileSync } from 'node:fs'

/** What there is one vocabulary for. */
export type WordKind = 'genres' | 'platforms' | 'gameModes'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../catalog/${name}`, import.meta.url), 'utf8'))
const vocabulary = read('vocabulary.json') as Record<WordKind, string[]>
const others = read('words.json') as Record<WordKind, Record<string, string[]>>

const known = {
	genres: knownWords('genres'),
	platforms: knownWords('platforms'),
	gameModes: knownWords('gameModes'),
}

function knownWords(kind: WordKind): Map<string, string> {
	const words = new Map(vocabulary[kind].map((word) => [wordKey(word), word]))
	for (const [ours, theirs] of Object.entries(others[kind]))
		for (const word of [ours, ...theirs]) words.set(wordKey(word), ours)
	return words
}

/** The site's word for a source's; one that it has none for stays as it is. */
export function ourWord(kind: WordKind, word: string): string {
	return known[kind].get(wordKey(word)) ?? word
}

/** Without case and signs: "Single player" is "single-player". */
function wordKey(word: string): string {
	return word
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}+/|]/gu, '')
}
