import type { Db } from '#server/db/tables.ts'
import { COUNTED, correctedWords, type FoundGames, matchGames, nearestGames, quoted } from './queries-search.ts'
import { searchQueryOf } from './search-key.ts'
import { isOneSlip, slipsOf } from './typos.ts'

/** With fewer matches than this, names that a slip could have meant follow them. */
const FEW = 10
const WORDS_USED = 10
const CORRECTIONS = 100

/**
 * Games by name: the exact name first, then the same words in another order, names that begin with the query or have all
 * its words, names with words that begin like them or whose initials they are, and last names that a slip in a word could
 * have meant; each by reviews, ratings, prominence, whether they begin so, name. When nothing matches, names with most of the words.
 */
export async function findGamesByName(db: Db, text: string, page: number, limit: number): Promise<FoundGames> {
	const offset = (page - 1) * limit
	const window = { limit: Math.max(0, Math.min(limit, COUNTED - offset)), offset }
	const query = searchQueryOf(text)
	const words = usedWords(query.tokens)
	const forms = words.map((word) => formsOf(word, query.tokens))

	const found = await matchGames(db, query, forms, forms, window)
	if (found.total >= FEW) return found
	const corrections = await correctionsOf(db, words)
	const wide = forms.map((form, index) => [form, ...(corrections[index] ?? []).map(quoted)].join(' | '))
	const similar = corrections.some((words) => words.length > 0)
		? await matchGames(db, query, forms, wide, window)
		: found
	return similar.total > 0 || words.length < 2 ? similar : nearestGames(db, query, words, forms, wide, window)
}

/** The longest words say most; in the order of the query. */
function usedWords(tokens: readonly string[]): string[] {
	if (tokens.length <= WORDS_USED) return [...tokens]
	const longest = new Set(tokens.toSorted((a, b) => b.length - a.length).slice(0, WORDS_USED))
	return tokens.filter((token) => longest.has(token))
}

/** What may stand in a name for a word, as a `tsquery`: a word that begins with it, initials, the word joined with a neighbor. */
function formsOf(word: string, tokens: readonly string[]): string {
	const place = tokens.indexOf(word)
	const [before, after] = [tokens[place - 1], tokens[place + 1]]
	const isWholeNumber = /^\p{N}/u.test(word) && after !== undefined
	return [
		isWholeNumber ? quoted(word) : `${quoted(word)}:*`,
		quoted(`=${word}`),
		quoted(`+${word}`),
		...(before === undefined ? [] : [quoted(before + word)]),
		...(after === undefined ? [] : [quoted(word + after)]),
	].join(' | ')
}

/** For each word the words that are one slip away. */
async function correctionsOf(db: Db, words: readonly string[]): Promise<string[][]> {
	const near = await correctedWords(db, words.flatMap(slipsOf))
	return words.map((typed) => near.filter((word) => isOneSlip(typed, word)).slice(0, CORRECTIONS))
}
