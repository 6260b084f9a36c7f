import { LIMITS } from '#contract/limits.ts'
import type { Period } from '#contract/shapes.ts'
import { parsePeriod } from './period.tsx'

/** The period of a ranking page whose URL has none. */
export const DEFAULT_RANKING_PERIOD: Period = 'week'

const PAGE_SIZE = 12

/** Parses the URL of a ranking: the period, and the page for browsers without JavaScript. */
export function parseRankingParams(search: URLSearchParams) {
	const requested = Number(search.get('page'))
	const page =
		Number.isInteger(requested) && requested > 0 && requested * PAGE_SIZE <= LIMITS.maxPagedRows ? requested : 1
	return { query: { period: parsePeriod(search, DEFAULT_RANKING_PERIOD), limit: PAGE_SIZE, page } }
}

/** Returns the query of a ranking's URL, without defaults. */
export function rankingQuery({ period, page = 1 }: { period: Period; page?: number }) {
	return { ...(period === DEFAULT_RANKING_PERIOD ? {} : { period }), ...(page > 1 ? { page } : {}) }
}
