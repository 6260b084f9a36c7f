import { LIMITS } from '#contract/limits.ts'
import type { Period } from '#contract/shapes.ts'
import { parsePeriod } from './period.tsx'

/** The period that rankings on their own pages show where the address names none. */
export const DEFAULT_RANKING_PERIOD: Period = 'week'

const PAGE_SIZE = 12

/** What the address of a ranking's page asks for: a period, and for readers without JavaScript a page. */
export function parseRankingParams(search: URLSearchParams) {
	const requested = Number(search.get('page'))
	const page = Number.isInteger(requested) && requested > 0 && requested * PAGE_SIZE <= LIMITS.maxPagedRows ? requested : 1
	return { query: { period: parsePeriod(search, DEFAULT_RANKING_PERIOD), limit: PAGE_SIZE, page } }
}

/** What the address of a ranking says, the defaults left out. */
export function rankingQuery({ period, page }: { period: Period; page: number }) {
	return { ...(period === DEFAULT_RANKING_PERIOD ? {} : { period }), ...(page > 1 ? { page } : {}) }
}
