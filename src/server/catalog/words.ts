import { readFileSync } from 'node:fs'

/** The fields with a controlled vocabulary. */
export type WordKind = 'genres' | 'platforms' | 'gameModes'

const readJson = (name: string) =>
	JSON.parse(readFileSync(new URL(`../../../catalog/${name}`, import.meta.url), 'utf8'))
const vocabulary = readJson('vocabulary.json') as Record<WordKind, string[]>
const aliases = readJson('words.json') as Record<WordKind, Record<string, string[]>>

const SITE_WORDS = {
	genres: readSiteWords('genres'),
	platforms: readSiteWords('platforms'),
	gameModes: readSiteWords('gameModes'),
}

function readSiteWords(kind: WordKind): Map<string, string> {
	const words = new Map(vocabulary[kind].map((word) => [toWordKey(word), word]))
	for (const [ours, theirs] of Object.entries(aliases[kind]))
		for (const word of [ours, ...theirs]) words.set(toWordKey(word), ours)
	return words
}

/** Maps a source's word to the site's; returns unknown words unchanged. */
export function toSiteWord(kind: WordKind, word: string): string {
	return SITE_WORDS[kind].get(toWordKey(word)) ?? word
}

/** Returns a key without case and punctuation: "Single player" equals "single-player". */
function toWordKey(word: string): string {
	return word
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}+/|]/gu, '')
}
