import type { Db } from '#server/db/tables.ts'
import {
	findMatchingGames,
	findNearestGames,
	findWordsByTypos,
	type GameMatches,
	MAX_COUNTED,
} from './queries-search.ts'
import { parseSearchQuery } from './search-key.ts'
import { getTwoTypoKeys, getTypoKeys, isOneTypo, isTwoTypos } from './typos.ts'
import { buildWordQueries, COMMON_WORDS, quoteTerm } from './word-queries.ts'

/** With fewer matches than this, names that match after correcting a typo follow. */
const MIN_EXACT_MATCHES = 10
const MAX_CORRECTIONS = 100
/** Each is looked up in some 3,000 forms. */
const MAX_FURTHER_CORRECTED = 2
/**
 * Searches games by name. Ranks the exact name first, then the same words in another order, names that begin with the
 * query or contain all its words, names that match by the beginning of the last word or initials, and last, if these are few, names that
 * match by the beginnings of all words or after
 * correcting a typo. A four-digit year is a word of the name or, before all others, the year of the release. Orders each rank by
 * reviews, ratings, prominence, whether the name begins with the query, and name.
 * If nothing matches, looks for words that are two typos away, and then returns names with most of the words that are not common ones.
 */
export async function findGamesByName(db: Db, text: string, page: number, limit: number): Promise<GameMatches> {
	const offset = (page - 1) * limit
	const range = { limit: Math.max(0, Math.min(limit, MAX_COUNTED - offset)), offset }
	const query = parseSearchQuery(text)
	const { tokens } = query.wish?.rest ?? query
	const { words, forms, wholeForms } = buildWordQueries(tokens)

	const exact = await findMatchingGames(db, query, wholeForms, wholeForms, range)
	if (exact.total >= MIN_EXACT_MATCHES) return exact
	const corrections = await findCorrections(db, words)
	let wide = widen(forms, corrections)
	let similar = wide.some((form, index) => form !== wholeForms[index])
		? await findMatchingGames(db, query, forms, wide, range)
		: exact
	if (similar.total === 0) {
		const further = await findFurtherCorrections(db, words, corrections)
		if (further.some((found) => found.length > 0)) {
			wide = widen(wide, further)
			similar = await findMatchingGames(db, query, forms, wide, range)
		}
	}
	if (similar.total > 0 || words.length < 2) return similar
	const rareIndexes = words.flatMap((word, index) => (COMMON_WORDS.has(word) ? [] : [index]))
	if (rareIndexes.length === 0) return similar
	const pick = <T>(values: readonly T[]) => rareIndexes.flatMap((index) => values[index] ?? [])
	return findNearestGames(db, tokens, pick(words), pick(forms), pick(wide), range)
}

function widen(forms: readonly string[], corrections: readonly (readonly string[])[]): string[] {
	return forms.map((form, index) => [form, ...(corrections[index] ?? []).map(quoteTerm)].join(' | '))
}

/** Finds, for the longest words that have no correction, the known words that are two typos away. */
async function findFurtherCorrections(
	db: Db,
	words: readonly string[],
	corrections: readonly (readonly string[])[],
): Promise<string[][]> {
	const unknown = words.filter((_, index) => corrections[index]?.length === 0)
	const longest = unknown.toSorted((a, b) => b.length - a.length).slice(0, MAX_FURTHER_CORRECTED)
	const candidates = await findWordsByTypos(db, longest.flatMap(getTwoTypoKeys))
	return words.map((typed) =>
		longest.includes(typed) ? candidates.filter((word) => isTwoTypos(typed, word)).slice(0, MAX_CORRECTIONS) : [],
	)
}

/** Finds, for each word, the known words that are one typo away. */
async function findCorrections(db: Db, words: readonly string[]): Promise<string[][]> {
	const candidates = await findWordsByTypos(db, words.flatMap(getTypoKeys))
	return words.map((typed) => candidates.filter((word) => isOneTypo(typed, word)).slice(0, MAX_CORRECTIONS))
}
