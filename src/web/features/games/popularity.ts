import type { Game } from '#contract/games.ts'
import type { Period } from '#contract/shapes.ts'

/** Returns the number of reviews a game received in a period. */
export function getReviewCount(game: Game, period: Period): number {
	return {
		week: game.reviewsLastWeek,
		month: game.reviewsLastMonth,
		year: game.reviewsLastYear,
		all: game.totalReviews,
	}[period]
}
