import type { Db } from '#server/db/tables.ts'
import { MAX_COUNTED, findWordsByTypos, type GameMatches, findMatchingGames, findNearestGames, quoteTerm } from './queries-search.ts'
import { parseSearchQuery } from './search-key.ts'
import { isOneTypo, getTypoKeys } from './typos.ts'

/** With fewer matches than this, names that a slip could have meant follow them. */
const MIN_EXACT_MATCHES = 10
const MAX_WORDS = 10
const MAX_CORRECTIONS = 100

/**
 * Games by name: the exact name first, then the same words in another order, names that begin with the query or have all
 * its words, names with words that begin like them or whose initials they are, and last names that a slip in a word could
 * have meant; each by reviews, ratings, prominence, whether they begin so, name. When nothing matches, names with most of the words.
 */
export async function findGamesByName(db: Db, text: string, page: number, limit: number): Promise<GameMatches> {
	const offset = (page - 1) * limit
	const window = { limit: Math.max(0, Math.min(limit, MAX_COUNTED - offset)), offset }
	const query = parseSearchQuery(text)
	const words = pickWords(query.tokens)
	const forms = words.map((word) => buildWordQuery(word, query.tokens))

	const found = await findMatchingGames(db, query, forms, forms, window)
	if (found.total >= MIN_EXACT_MATCHES) return found
	const corrections = await findCorrections(db, words)
	const wide = forms.map((form, index) => [form, ...(corrections[index] ?? []).map(quoteTerm)].join(' | '))
	const similar = corrections.some((words) => words.length > 0)
		? await findMatchingGames(db, query, forms, wide, window)
		: found
	return similar.total > 0 || words.length < 2 ? similar : findNearestGames(db, query, words, forms, wide, window)
}

/** The longest words say most; in the order of the query. */
function pickWords(tokens: readonly string[]): string[] {
	if (tokens.length <= MAX_WORDS) return [...tokens]
	const longest = new Set(tokens.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS))
	return tokens.filter((token) => longest.has(token))
}

/** What may stand in a name for a word, as a `tsquery`: a word that begins with it, initials, the word joined with a neighbor. */
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

/** For each word the words that are one slip away. */
async function findCorrections(db: Db, words: readonly string[]): Promise<string[][]> {
	const near = await findWordsByTypos(db, words.flatMap(getTypoKeys))
	return words.map((typed) => near.filter((word) => isOneTypo(typed, word)).slice(0, MAX_CORRECTIONS))
}
