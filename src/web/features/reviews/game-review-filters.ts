import { paths, withQuery } from '#contract/paths.ts'
import type { ReviewFilters } from '#contract/reviews.ts'

/** The sort orders: their value in the URL, their label, and their values in the API. */
export const GAME_REVIEW_ORDERS = [
	{ word: 'likes', label: 'Most liked', sortBy: 'likes', order: 'DESC' },
	{ word: 'newest', label: 'Newest', sortBy: 'createdAt', order: 'DESC' },
	{ word: 'highest', label: 'Highest', sortBy: 'rating', order: 'DESC' },
	{ word: 'lowest', label: 'Lowest', sortBy: 'rating', order: 'ASC' },
] as const

type Order = (typeof GAME_REVIEW_ORDERS)[number]

/** The sort order and filters of a game's reviews in the URL of its page. */
export interface GameReviewFilters {
	sort: Order['word']
	/** Half a star to five stars. */
	rating: number | null
	platform: string | null
	/** Where the list starts; set by the next-page link for browsers without JavaScript. */
	cursor: string | null
}

const DEFAULT_ORDER = GAME_REVIEW_ORDERS[0]
const PAGE_SIZE = 10

/** Parses the URL; invalid values are ignored. */
export function parseGameReviewFilters(search: URLSearchParams): GameReviewFilters {
	const halfStars = Number(search.get('rating')) * 2
	return {
		sort: findOrder(search.get('sort')).word,
		rating: Number.isInteger(halfStars) && halfStars >= 1 && halfStars <= 10 ? halfStars / 2 : null,
		platform: search.get('platform') || null,
		cursor: search.get('cursor') || null,
	}
}

/** Returns the path of a game's page with the given filters, without defaults. */
export function gameReviewsPath(gameId: number, filters: Partial<GameReviewFilters>): string {
	const { sort, rating, platform, cursor } = filters
	return withQuery(paths.game(gameId), {
		sort: sort === DEFAULT_ORDER.word ? null : sort,
		rating,
		platform,
		cursor,
	})
}

/** Returns the request for a game's reviews. */
export function gameReviewsInput(gameId: number, filters: GameReviewFilters): { query: ReviewFilters } {
	const { rating, platform, cursor } = filters
	const { sortBy, order } = findOrder(filters.sort)
	return {
		query: {
			gameId,
			sortBy,
			order,
			limit: PAGE_SIZE,
			...(rating === null ? {} : { minRating: rating, maxRating: rating }),
			...(platform === null ? {} : { platform }),
			...(cursor === null ? {} : { cursor }),
		},
	}
}

function findOrder(word: string | null): Order {
	return GAME_REVIEW_ORDERS.find((order) => order.word === word) ?? DEFAULT_ORDER
}
