import type { Db } from '#server/db/tables.ts'
import {
	findMatchingGames,
	findNearestGames,
	findWordsByTypos,
	type GameMatches,
	MAX_COUNTED,
} from './queries-search.ts'
import { parseSearchQuery } from './search-key.ts'
import { getTypoKeys, isOneTypo } from './typos.ts'
import { buildWordQueries, quoteTerm } from './word-queries.ts'

/** With fewer matches than this, names that match after correcting a typo follow. */
const MIN_EXACT_MATCHES = 10
const MAX_CORRECTIONS = 100
// They say little about a game that is only described, as in "the one with the goose"
const COMMON_WORDS = new Set(
	'a an and are as at by for from game games i in is it my of on one or that the this to was where with you'.split(' '),
)

/**
 * Searches games by name. Ranks the exact name first, then the same words in another order, names that begin with the
 * query or contain all its words, names that match by word prefixes or initials, and last names that match after
 * correcting a typo. A four-digit year is a word of the name or, before all others, the year of the release. Orders each rank by
 * reviews, ratings, prominence, whether the name begins with the query, and name.
 * If nothing matches, returns names with most of the words that are not common ones.
 */
export async function findGamesByName(db: Db, text: string, page: number, limit: number): Promise<GameMatches> {
	const offset = (page - 1) * limit
	const range = { limit: Math.max(0, Math.min(limit, MAX_COUNTED - offset)), offset }
	const query = parseSearchQuery(text)
	const { tokens } = query.wish?.rest ?? query
	const { words, forms } = buildWordQueries(tokens)

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
	return findNearestGames(db, tokens, pick(words), pick(forms), pick(wide), range)
}

/** Finds, for each word, the known words that are one typo away. */
async function findCorrections(db: Db, words: readonly string[]): Promise<string[][]> {
	const candidates = await findWordsByTypos(db, words.flatMap(getTypoKeys))
	return words.map((typed) => candidates.filter((word) => isOneTypo(typed, word)).slice(0, MAX_CORRECTIONS))
}
