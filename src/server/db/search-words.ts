const SEARCHED_WORDS = 10

/** The words that a text search looks for, each once, ten at most. */
export function searchedWords(search: string): string[] {
	return [...new Set(search.split(/\s+/).filter(Boolean))].slice(0, SEARCHED_WORDS)
}

/** A text as LIKE takes it literally. */
export function escapeLike(text: string): string {
	return text.replace(/[\\%_]/g, '\\$&')
}
