import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { ReviewFilters } from '#contract/reviews.ts'
import { parseSearchText } from '#web/app/search-query.ts'

/** The sort orders: their value in the URL, their label, and their value in the API. */
export const REVIEW_ORDERS = [
	{ word: 'recency', label: 'Newest First', sortBy: 'createdAt' },
	{ word: 'priority', label: 'Most Popular', sortBy: 'likes' },
	{ word: 'rating', label: 'Highest Rated', sortBy: 'rating' },
	{ word: 'views', label: 'Most Viewed', sortBy: 'views' },
] as const

type Order = (typeof REVIEW_ORDERS)[number]

/** The sort order and filters in the URL of the review list. */
export interface ReviewListFilters {
	/** NaN if the URL contains an invalid id. */
	gameId: number | null
	order: Order['word']
	search: string
	/** Where the list starts; set by the next-page link for browsers without JavaScript. */
	cursor: string | null
}

const PAGE_SIZE = 12

/** Parses the URL; an unknown order becomes the default, which the select shows. */
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

/** Returns the path with the given filters, without defaults. */
export function reviewListPath({ gameId, order, search, cursor }: ReviewListFilters): string {
	return paths.reviews({ gameId, sortBy: order === 'recency' ? null : order, search, cursor })
}

/** Returns the request for the list. */
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
