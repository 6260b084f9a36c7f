import { withQuery } from '#contract/paths.ts'
import { parseSearchText } from '#web/app/search-query.ts'

const DAY_MS = 24 * 60 * 60_000

/** The date filters: their value in the URL, their label, and their number of UTC days, including today. */
export const USER_CONTENT_DATES = [
	{ word: 'all', label: 'All Time', days: null },
	{ word: 'week', label: 'Last Week', days: 7 },
	{ word: 'month', label: 'Last Month', days: 30 },
	{ word: 'year', label: 'Last Year', days: 365 },
] as const

/** The filters in the URL of a user's reviews or lists. */
export interface UserContentFilters {
	search: string
	date: (typeof USER_CONTENT_DATES)[number]['word']
	/** Where the list starts; set by the next-page link for browsers without JavaScript. */
	cursor: string | null
}

const PAGE_SIZE = 12

/** Parses the URL; an unknown date filter becomes all time, which the select shows. */
export function parseUserContentFilters(query: URLSearchParams): UserContentFilters {
	return {
		search: parseSearchText(query),
		date: USER_CONTENT_DATES.find(({ word }) => word === query.get('date'))?.word ?? 'all',
		cursor: query.get('cursor'),
	}
}

/** Returns the URL's query with its question mark, without defaults. */
export function userContentQuery({ search, date, cursor }: UserContentFilters): string {
	return withQuery('', { search, date: date === 'all' ? null : date, cursor })
}

/** Returns the request for a user's content. It stays the same all day, so that it can be cached. */
export function userContentInput(username: string, { search, date, cursor }: UserContentFilters, nowMs = Date.now()) {
	const days = USER_CONTENT_DATES.find(({ word }) => word === date)?.days ?? null
	return {
		query: {
			username,
			limit: PAGE_SIZE,
			...(search ? { search } : {}),
			...(days === null ? {} : { since: windowStart(days, nowMs) }),
			...(cursor ? { cursor } : {}),
		},
	}
}

/** Returns the start of the first of the last `days` UTC days, including today. */
function windowStart(days: number, nowMs: number): string {
	return new Date((Math.floor(nowMs / DAY_MS) - days + 1) * DAY_MS).toISOString()
}
