const MAX_WORDS = 10
/** A shorter word has no trigram except the one at the beginning of a word. */
const TRIGRAM_LENGTH = 3
// The characters that `searched_text` in the migrations replaces with spaces
const PUNCTUATION = /[\t\n!-/:-@[-`{-~]/g

/** Returns the distinct words of a search, ten at most. */
function splitWords(search: string): string[] {
	return [...new Set(search.split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
}

/**
 * Builds SQL conditions that match a text containing all words of a search, ignoring case. Words of one or two ASCII
 * letters must begin a word of the text. `folded` is the SQL of the indexed `searched_text`, `text` that of the text
 * itself, which is only read for words with punctuation. `bind` creates the placeholder of a value.
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

/** Escapes a text for literal use in a LIKE pattern. */
export function escapeLike(text: string): string {
	return text.replace(/[\\%_]/g, '\\$&')
}
