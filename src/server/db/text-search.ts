const MAX_WORDS = 10
/** Shorter words have no trigram but the one with which they begin a word. */
const TRIGRAM_LENGTH = 3
// What searched_text of the migrations has a space for
const PUNCTUATION = /[\t\n!-/:-@[-`{-~]/g

/** The words that a text search looks for, each once, ten at most. */
function splitWords(search: string): string[] {
	return [...new Set(search.split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
}

/**
 * SQL conditions that all words of a search are in a text, any case; words of one or two ASCII letters must begin a word
 * there. `folded` is SQL of the text's `searched_text` as its index has it, `text` of the text itself, which is only read
 * for words with signs; `bind` makes a value's placeholder.
 */
export function buildSearchConditions(
	{ folded, text }: { folded: string; text: string },
	search: string,
	bind: (value: string) => string,
): string[] {
	return splitWords(search).flatMap((word) => {
		const letters = word.replace(PUNCTUATION, ' ').trim()
		const isShort = letters.length < TRIGRAM_LENGTH && /^\w+$/.test(letters)
		return [
			...(letters === '' ? [] : [`${folded} like lower(${bind(`%${isShort ? ' ' : ''}${letters}%`)})`]),
			...(letters === word ? [] : [`lower(${text}) like lower(${bind(`%${escapeLike(word)}%`)})`]),
		]
	})
}

/** A text as LIKE takes it literally. */
export function escapeLike(text: string): string {
	return text.replace(/[\\%_]/g, '\\$&')
}
