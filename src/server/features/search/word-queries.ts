import { LETTER_NUMERALS } from '#server/db/text-folding.ts'
import { IS_YEAR, yearWord } from './search-key.ts'

const MAX_WORDS = 10

/** Quotes a word as a `tsquery` term. */
export function quoteTerm(word: string): string {
	return `'${word.replace(/['\\]/g, '$&$&')}'`
}

/** Joins `tsquery` expressions. */
export function joinWithAnd(conditions: readonly string[]): string {
	return conditions.map((condition) => `(${condition})`).join(' & ')
}

/** Picks the words of a query that count, ten at most, and builds for each a `tsquery` of `game_search.words`. */
export function buildWordQueries(tokens: readonly string[]): { words: string[]; forms: string[] } {
	const words = pickWords(tokens)
	return { words, forms: words.map((word) => buildWordQuery(word, tokens)) }
}

/** Picks the longest words, which are the most specific, in the order of the query. */
function pickWords(tokens: readonly string[]): string[] {
	if (tokens.length <= MAX_WORDS) return [...tokens]
	const longest = new Set(tokens.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS))
	return tokens.filter((token) => longest.has(token))
}

/** Builds a `tsquery` for a word: as a prefix, as a number or year, as initials, as joined words, or joined with a neighboring word. */
function buildWordQuery(word: string, tokens: readonly string[]): string {
	const index = tokens.indexOf(word)
	const [before, after] = [tokens[index - 1], tokens[index + 1]]
	const isWholeNumber = /^\p{N}/u.test(word) && after !== undefined
	const number = LETTER_NUMERALS.get(word)
	return [
		isWholeNumber ? quoteTerm(word) : `${quoteTerm(word)}:*`,
		...(number === undefined ? [] : [quoteTerm(number)]),
		...(IS_YEAR.test(word) ? [quoteTerm(yearWord(word))] : []),
		quoteTerm(`=${word}`),
		quoteTerm(`+${word}`),
		...(before === undefined ? [] : [quoteTerm(before + word)]),
		...(after === undefined ? [] : [quoteTerm(word + after)]),
	].join(' | ')
}
