import { LIMITS } from '#contract/limits.ts'

/** Returns the search text in a page's query: trimmed, without control characters, cut to the API's maximum length. */
export function parseSearchText(query: URLSearchParams): string {
	const text = (query.get('search') ?? '').replace(/\p{Cc}/gu, ' ').trim()
	return Array.from(text).slice(0, LIMITS.searchMax).join('')
}
