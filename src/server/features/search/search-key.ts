import { foldText, LETTER_NUMERALS, NUMERALS } from '#server/db/text-folding.ts'

/** Increment when search forms change, so that stored ones are rebuilt. */
export const SEARCH_FORM_VERSION = 3

/** The search form of a name: the columns of `game_search`. */
export interface SearchForm {
	key: string
	joined: string
	words: string[]
	wordCount: number
}

/** A query in search form. */
export interface SearchQuery {
	key: string
	joined: string
	/** The distinct words in order, without initials and joined words. */
	tokens: string[]
	/** A word that may be the year of the release, and the query without it, unless that is empty. */
	wish: { year: string; rest: Omit<SearchQuery, 'wish'> } | undefined
}

// Scripts written without spaces
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}`
const RUN = new RegExp(String.raw`[${UNSPACED}]+|\p{N}+|(?:(?![${UNSPACED}])[\p{L}\p{M}])+`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
/** A number that may be the year of a release. */
export const IS_YEAR = /^(?:19[5-9]|20\d)\d$/

// More than the longest name or query
const MAX_CHARS_READ = 1_000
const MAX_WORD_LENGTH = 60
const MAX_JOINED_LENGTH = 40
const INITIALS_LENGTH = { min: 2, max: 6 }

/**
 * Normalizes a name or a query to lowercase words separated by single spaces: folds them, removes punctuation, and separates
 * letters from digits. Leaves a text without letters and digits unchanged, except for spaces.
 */
export function toSearchKey(name: string): string {
	const key = splitRuns(name).join(' ')
	return key === '' ? name.trim().replace(/\s+/g, ' ') : key
}

/** Builds the search form of a name, as stored in `game_search`. The words of aliases and the year of the release find the name, too. */
export function toSearchForm(
	name: string,
	{ aliases = [], releaseDate = null }: { aliases?: readonly string[]; releaseDate?: string | null } = {},
): SearchForm {
	const runs = toSearchKey(name).split(' ')
	const words = new Set([name, ...aliases].flatMap(toNameWords))
	if (releaseDate) words.add(yearWord(releaseDate.slice(0, 4)))
	return { key: toSortKey(runs), joined: joinRuns(runs), words: [...words], wordCount: toTokens(runs).length }
}

/** Returns everything that finds a name: its words, its numbers, neighboring words joined, and initials. */
function toNameWords(name: string): string[] {
	const runs = toSearchKey(name).split(' ')
	const words = toTokens(runs)
	for (const [index, run] of runs.entries()) {
		const next = runs[index + 1]
		if (next !== undefined && run.length + next.length <= MAX_JOINED_LENGTH) words.push(`+${run}${next}`)
		const number = LETTER_NUMERALS.get(run)
		if (number !== undefined) words.push(number)
		// Makes the last character of a run findable on its own
		if (IS_UNSPACED.test(run)) words.push([...run].at(-1) ?? run)
	}
	for (const part of [
		name,
		...name
			.slice(0, MAX_CHARS_READ)
			.split(/[:/|(–—]|\s-\s/)
			.slice(1),
	])
		for (const initials of getInitials(part)) words.push(`=${initials}`)
	return words
}

/** Returns the word of a name that is released in a year. */
export function yearWord(year: string): string {
	return `@${year}`
}

/** Parses a query in the same way as names. */
export function parseSearchQuery(query: string): SearchQuery {
	const runs = toSearchKey(query).split(' ')
	const place = runs.findLastIndex((run) => IS_YEAR.test(run))
	const year = runs[place]
	const wish = year && runs.length > 1 ? { year, rest: toQuery(runs.toSpliced(place, 1)) } : undefined
	return { ...toQuery(runs), wish }
}

function toQuery(runs: readonly string[]) {
	return { key: toSortKey(runs), joined: joinRuns(runs), tokens: toTokens(runs) }
}

/** Returns the key for prefix matches, without a leading "the". */
function toSortKey(runs: readonly string[]): string {
	return (runs[0] === 'the' && runs.length > 1 ? runs.slice(1) : runs).join(' ')
}

function splitRuns(name: string): string[] {
	const plain = foldText(name.slice(0, MAX_CHARS_READ).toWellFormed())
		.replaceAll('&', ' and ')
		// s.t.a.l.k.e.r. is one word
		.replace(/(?<!\p{L})(?:\p{L}\.){2,}\p{L}?(?!\p{L})/gu, (initials) => initials.replaceAll('.', ''))
	return plain.match(RUN) ?? []
}

function toTokens(runs: readonly string[]): string[] {
	const tokens = new Set<string>()
	for (const run of runs)
		if (IS_UNSPACED.test(run)) for (const pair of toPairs(run)) tokens.add(pair)
		else tokens.add(NUMERALS.get(run) ?? run.slice(0, MAX_WORD_LENGTH).toWellFormed())
	return [...tokens]
}

/** Splits a run of a script without spaces into overlapping pairs, so that any part of it can be found. */
function toPairs(run: string): string[] {
	const characters = [...run]
	return characters.length === 1
		? [run]
		: characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function joinRuns(runs: readonly string[]): string {
	return runs.map((run) => NUMERALS.get(run) ?? run).join('')
}

/** Returns the initials of a part of a name: bo, bot and botw for "Breath of the Wild". */
function getInitials(part: string): string[] {
	const initials = splitRuns(part)
		.slice(0, INITIALS_LENGTH.max)
		.map((run) => [...run][0] ?? '')
	return initials
		.slice(INITIALS_LENGTH.min - 1)
		.map((_, index) => initials.slice(0, INITIALS_LENGTH.min + index).join(''))
}
