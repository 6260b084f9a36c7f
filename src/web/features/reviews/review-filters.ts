import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { ReviewFilters } from '#contract/reviews.ts'
import { parseSearchText } from '#web/app/search-query.ts'

/** The words of the address for each order, and what the select calls them. */
export const REVIEW_ORDERS = [
	{ word: 'recency', label: 'Newest First', sortBy: 'createdAt' },
	{ word: 'priority', label: 'Most Popular', sortBy: 'likes' },
	{ word: 'rating', label: 'Highest Rated', sortBy: 'rating' },
	{ word: 'views', label: 'Most Viewed', sortBy: 'views' },
] as const

type Order = (typeof REVIEW_ORDERS)[number]

/** What the address of the reviews list says. */
export interface ReviewListFilters {
	/** NaN where the address names what cannot be a game. */
	gameId: number | null
	order: Order['word']
	search: string
	/** Where the list begins: set by the link that leads on without JavaScript. */
	cursor: string | null
}

const PAGE_SIZE = 12

/** Reads the address; what it says wrong about order is the default, as the select shows. */
export function parseReviewListFilters(query: URLSearchParams): ReviewListFilters {
	const game = query.get('gameId')
	return {
		gameId: game ? parseGameIdFilter(game) : null,
		order: REVIEW_ORDERS.find(({ word }) => word === query.get('sortBy'))?.word ?? 'recency',
		search: parseSearchText(query),
		cursor: query.get('cursor'),
	}
}

function parseGameIdFilter(text: string): number {
	const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
	return id >= 1 && id <= LIMITS.gameIdMax ? id : Number.NaN
}

/** The address that says so; defaults are left out. */
export function reviewListPath({ gameId, order, search, cursor }: ReviewListFilters): string {
	return paths.reviews({ gameId, sortBy: order === 'recency' ? null : order, search, cursor })
}

/** The call that reads the list. */
export function reviewListInput({ gameId, order, search, cursor }: ReviewListFilters): { query: ReviewFilters } {
	const sortBy = REVIEW_ORDERS.find(({ word }) => word === order)?.sortBy ?? 'createdAt'
	return {
		query: {
			sortBy,
			limit: PAGE_SIZE,
			...(gameId === null ? {} : { gameId }),
			...(search ? { search } : {}),
			...(cursor ? { cursor } : {}),
		},
	}
}
