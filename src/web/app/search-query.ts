import { LIMITS } from '#contract/limits.ts'

/** Returns the search text in a page's query: trimmed, without control characters, cut to the API's maximum length. */
export function parseSearchText(query: URLSearchParams): string {
	const text = (query.get('search') ?? '').replace(/\p{Cc}/gu, ' ').trim()
	return Array.from(text).slice(0, LIMITS.searchMax).join('')
}

/** The lengths of games by which they are filtered: so many hours at most. */
export const LENGTHS = [5, 10, 20, 40]

export const parseMaxHours = (query: URLSearchParams): number | null =>
	LENGTHS.find((hours) => String(hours) === query.get('maxHours')) ?? null
