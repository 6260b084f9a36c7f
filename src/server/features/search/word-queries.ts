import { LETTER_NUMERALS } from '#server/db/text-folding.ts'
import { IS_YEAR, yearWord } from './search-key.ts'

const MAX_WORDS = 10
const IS_NUMBER = /^\p{N}/u
// They say little about a game that is only described, as in "the one with the goose"
export const COMMON_WORDS = new Set(
	'a an and are as at by for from game games i in is it my of on one or that the this to was where with you'.split(' '),
)

/** Numbers that names have as a word or as a digit. */
const SPELLED = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const OTHER_SPELLINGS = new Map(
	SPELLED.flatMap((word, number) => [
		[word, String(number)],
		[String(number), word],
	]),
)

/** Quotes a word as a `tsquery` term. */
export function quoteTerm(word: string): string {
	return `'${word.replace(/['\\]/g, '$&$&')}'`
}

/** Joins `tsquery` expressions. */
export function joinWithAnd(conditions: readonly string[]): string {
	return conditions.map((condition) => `(${condition})`).join(' & ')
}

/**
 * Picks the words of a query that count, ten at most, and builds for each a `tsquery` of `game_search.words`. In `forms` each word
 * may be unfinished, in `wholeForms` only the last one, unless it is a number.
 */
export function buildWordQueries(tokens: readonly string[]): {
	words: string[]
	forms: string[]
	wholeForms: string[]
} {
	const words = pickWords(tokens)
	const isLast = (word: string) => word === tokens.at(-1) && (tokens.length === 1 || !IS_NUMBER.test(word))
	return {
		words,
		forms: words.map((word) => buildWordQuery(word, tokens, true)),
		wholeForms: words.map((word) => buildWordQuery(word, tokens, isLast(word))),
	}
}

/** Picks the longest words, which are the most specific, in the order of the query. */
function pickWords(tokens: readonly string[]): string[] {
	if (tokens.length <= MAX_WORDS) return [...tokens]
	const longest = new Set(tokens.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS))
	return tokens.filter((token) => longest.has(token))
}

/** Builds a `tsquery` for a word: as a prefix or whole, as a number, in digits and spelled, as a year, as initials, as joined words, or joined with a neighboring word. */
function buildWordQuery(word: string, tokens: readonly string[], isPrefix: boolean): string {
	const index = tokens.indexOf(word)
	const [before, after] = [tokens[index - 1], tokens[index + 1]]
	// Many words begin with a common one, which is whole if another word follows, as a number is
	const isWhole = !isPrefix || (after !== undefined && (IS_NUMBER.test(word) || COMMON_WORDS.has(word)))
	const number = LETTER_NUMERALS.get(word)
	const spelling = OTHER_SPELLINGS.get(word)
	return [
		isWhole ? quoteTerm(word) : `${quoteTerm(word)}:*`,
		...(number === undefined ? [] : [quoteTerm(number)]),
		...(spelling === undefined ? [] : [quoteTerm(spelling)]),
		...(IS_YEAR.test(word) ? [quoteTerm(yearWord(word))] : []),
		quoteTerm(`=${word}`),
		quoteTerm(`+${word}`),
		...(before === undefined ? [] : [quoteTerm(before + word)]),
		...(after === undefined ? [] : [quoteTerm(word + after)]),
	].join(' | ')
}
