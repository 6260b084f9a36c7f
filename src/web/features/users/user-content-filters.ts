import { withQuery } from '#contract/paths.ts'
import { parseSearchText } from '#web/app/search-query.ts'

const DAY_MS = 24 * 60 * 60_000

/** The words of the address for each time, what the select calls them, and how many UTC days, today included. */
export const USER_CONTENT_DATES = [
	{ word: 'all', label: 'All Time', days: null },
	{ word: 'week', label: 'Last Week', days: 7 },
	{ word: 'month', label: 'Last Month', days: 30 },
	{ word: 'year', label: 'Last Year', days: 365 },
] as const

/** What the address of all that somebody made says. */
export interface UserContentFilters {
	search: string
	date: (typeof USER_CONTENT_DATES)[number]['word']
	/** Where the list begins: set by the link that leads on without JavaScript. */
	cursor: string | null
}

const PAGE_SIZE = 12

/** Reads the address; what is no time is all time, as the select shows. */
export function parseUserContentFilters(query: URLSearchParams): UserContentFilters {
	return {
		search: parseSearchText(query),
		date: USER_CONTENT_DATES.find(({ word }) => word === query.get('date'))?.word ?? 'all',
		cursor: query.get('cursor'),
	}
}

/** The address's query that says so, with its question mark; defaults are left out. */
export function userContentQuery({ search, date, cursor }: UserContentFilters): string {
	return withQuery('', { search, date: date === 'all' ? null : date, cursor })
}

/** The call that reads what `username` made. It is the same all day long, so that it can be kept. */
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

/** When the first of so many UTC days began, of which the last is today. */
function windowStart(days: number, nowMs: number): string {
	return new Date((Math.floor(nowMs / DAY_MS) - days + 1) * DAY_MS).toISOString()
}
