import { LIMITS } from '#contract/limits.ts'

/** The words to search for in a page's address: trimmed, without control characters, no longer than the API takes. */
export function parseSearchText(query: URLSearchParams): string {
	const text = (query.get('search') ?? '').replace(/\p{Cc}/gu, ' ').trim()
	return Array.from(text).slice(0, LIMITS.searchMax).join('')
}
