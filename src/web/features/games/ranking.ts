import { LIMITS } from '#contract/limits.ts'
import type { Period } from '#contract/shapes.ts'
import { periodIn } from './period.tsx'

/** The period that rankings on their own pages show where the address names none. */
export const RANKING_PERIOD: Period = 'week'

const PAGE_SIZE = 12

/** What the address of a ranking's page asks for: a period, and for readers without JavaScript a page. */
export function rankingInput(search: URLSearchParams) {
	const asked = Number(search.get('page'))
	const page = Number.isInteger(asked) && asked > 0 && asked * PAGE_SIZE <= LIMITS.pagedRows ? asked : 1
	return { query: { period: periodIn(search, RANKING_PERIOD), limit: PAGE_SIZE, page } }
}

/** What the address of a ranking says, the defaults left out. */
export function rankingQuery({ period, page }: { period: Period; page: number }) {
	return { ...(period === RANKING_PERIOD ? {} : { period }), ...(page > 1 ? { page } : {}) }
}
