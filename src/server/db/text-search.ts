import { type RawBuilder, sql } from 'kysely'
import { foldText, LETTER_NUMERALS, NUMERALS } from './text-folding.ts'

const MAX_WORDS = 10
/** A shorter word has no trigram except the one at the beginning of a word. */
const TRIGRAM_LENGTH = 3
// What `searched_words` (text-search.sql) does with a folded text: it replaces this with spaces, …
const PUNCTUATION = /[\t\n!-/:-@[-`{-~]/g
// … and makes a word of each of these, because they are words or syllables, of which two have no trigram
const SYLLABLE = /[\u3005-\u3007\u3041-\u309f\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u{20000}-\u{3ffff}]/gu

/** Returns the distinct words of a folded search, ten at most. */
function splitWords(search: string): string[] {
	return [...new Set(foldText(search).split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
}

/**
 * Returns SQL conditions that match a text containing all words of a search, in any spelling that `foldText` makes the same, and
 * with Roman numerals as numbers. Words of one or two letters must begin a word of the text. `words` is the SQL of the indexed
 * `searchable_words`, `text` that of the text itself, which is only read for words with punctuation.
 */
export function searchConditions(
	{ words, text }: { words: RawBuilder<unknown>; text: RawBuilder<unknown> },
	search: string,
): RawBuilder<boolean>[] {
	return splitWords(search).flatMap((word) => {
		const letters = word.replace(PUNCTUATION, ' ').replace(SYLLABLE, ' $& ').replace(/ +/g, ' ').trim()
		const beginsWord = [...letters].length < TRIGRAM_LENGTH || letters.search(SYLLABLE) === 0
		const number = NUMERALS.get(letters) ?? LETTER_NUMERALS.get(letters)
		const alternatives = [
			...(letters === '' ? [] : [sql<boolean>`${words} like ${`%${beginsWord ? ' ' : ''}${letters}%`}`]),
			...(number === undefined ? [] : [sql<boolean>`${words} like ${`% ${number} %`}`]),
		]
		return [
			...(alternatives.length > 1 ? [sql<boolean>`(${sql.join(alternatives, sql` or `)})`] : alternatives),
			...(word.search(PUNCTUATION) >= 0 ? [sql<boolean>`folded_text(${text}) like ${`%${escapeLike(word)}%`}`] : []),
		]
	})
}

/** Escapes a text for literal use in a LIKE pattern. */
export function escapeLike(text: string): string {
	return text.replace(/[\\%_]/g, '\\$&')
}
