import { LIMITS } from '#contract/limits.ts'
import { MAX_HOURS_FILTER } from '#contract/time-to-beat.ts'

/** Returns the search text in a page's query: trimmed, without control characters, cut to the API's maximum length. */
export function parseSearchText(query: URLSearchParams): string {
	const text = (query.get('search') ?? '').replace(/\p{Cc}/gu, ' ').trim()
	return Array.from(text).slice(0, LIMITS.searchMax).join('')
}

/** Parses the hours that games take at most; null for what is unknown. */
export function parseMaxHours(query: URLSearchParams): number | null {
	const hours = Number(query.get('maxHours'))
	return hours >= 1 && hours <= MAX_HOURS_FILTER && hours % 1 === 0 ? hours : null
}
