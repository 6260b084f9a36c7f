import type { Db } from '#server/db/tables.ts'
import {
	findMatchingGames,
	findNearestGames,
	findWordsByTypos,
	type GameMatches,
	MAX_COUNTED,
	quoteTerm,
} from './queries-search.ts'
import { parseSearchQuery } from './search-key.ts'
import { getTypoKeys, isOneTypo } from './typos.ts'

/** With fewer matches than this, names that match after correcting a typo follow. */
const MIN_EXACT_MATCHES = 10
const MAX_WORDS = 10
const MAX_CORRECTIONS = 100
// They say little about a game that is only described, as in "the one with the goose"
const COMMON_WORDS = new Set(
	'a an and are as at by for from game games i in is it my of on one or that the this to was where with you'.split(' '),
)

/**
 * Searches games by name. Ranks the exact name first, then the same words in another order, names that begin with the
 * query or contain all its words, names that match by word prefixes or initials, and last names that match after
 * correcting a typo. Orders each rank by reviews, ratings, prominence, whether the name begins with the query, and name.
 * If nothing matches, returns names with most of the words that are not common ones.
 */
export async function findGamesByName(db: Db, text: string, page: number, limit: number): Promise<GameMatches> {
	const offset = (page - 1) * limit
	const range = { limit: Math.max(0, Math.min(limit, MAX_COUNTED - offset)), offset }
	const query = parseSearchQuery(text)
	const words = pickWords(query.tokens)
	const forms = words.map((word) => buildWordQuery(word, query.tokens))

	const exact = await findMatchingGames(db, query, forms, forms, range)
	if (exact.total >= MIN_EXACT_MATCHES) return exact
	const corrections = await findCorrections(db, words)
	const wide = forms.map((form, index) => [form, ...(corrections[index] ?? []).map(quoteTerm)].join(' | '))
	const similar = corrections.some((words) => words.length > 0)
		? await findMatchingGames(db, query, forms, wide, range)
		: exact
	if (similar.total > 0 || words.length < 2) return similar
	const rareIndexes = words.flatMap((word, index) => (COMMON_WORDS.has(word) ? [] : [index]))
	if (rareIndexes.length === 0) return similar
	const pick = <T>(values: readonly T[]) => rareIndexes.flatMap((index) => values[index] ?? [])
	return findNearestGames(db, query, pick(words), pick(forms), pick(wide), range)
}

/** Picks the longest words, which are the most specific, in the order of the query. */
function pickWords(tokens: readonly string[]): string[] {
	if (tokens.length <= MAX_WORDS) return [...tokens]
	const longest = new Set(tokens.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS))
	return tokens.filter((token) => longest.has(token))
}

/** Builds a `tsquery` for a word: as a prefix, as initials, as joined words, or joined with a neighboring word. */
function buildWordQuery(word: string, tokens: readonly string[]): string {
	const index = tokens.indexOf(word)
	const [before, after] = [tokens[index - 1], tokens[index + 1]]
	const isWholeNumber = /^\p{N}/u.test(word) && after !== undefined
	return [
		isWholeNumber ? quoteTerm(word) : `${quoteTerm(word)}:*`,
		quoteTerm(`=${word}`),
		quoteTerm(`+${word}`),
		...(before === undefined ? [] : [quoteTerm(before + word)]),
		...(after === undefined ? [] : [quoteTerm(word + after)]),
	].join(' | ')
}

/** Finds, for each word, the known words that are one typo away. */
async function findCorrections(db: Db, words: readonly string[]): Promise<string[][]> {
	const candidates = await findWordsByTypos(db, words.flatMap(getTypoKeys))
	return words.map((typed) => candidates.filter((word) => isOneTypo(typed, word)).slice(0, MAX_CORRECTIONS))
}
