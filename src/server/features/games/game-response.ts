import type { Game } from '#contract/games.ts'
import type { ImportedImages } from '#server/features/media/imported-images.ts'
import { getCredits } from './credits.ts'
import type { GameRow } from './queries-rows.ts'

/** Converts a row to the API's game; omits imported screenshots from hosts that are not allowed. */
export function toGame(row: GameRow, { isAllowed }: Pick<ImportedImages, 'isAllowed'>): Game {
	return {
		id: row.id,
		name: row.name,
		cover: row.cover,
		releaseDate: row.release_date,
		developers: row.developers,
		publishers: row.publishers,
		genres: row.genres,
		platforms: row.platforms,
		gameModes: row.game_modes,
		summary: row.summary,
		storyline: row.storyline,
		description: row.description,
		screenshots: row.screenshots.filter((_, index) => {
			const source = row.no_image ? undefined : row.screenshot_sources[index]
			return source === undefined || isAllowed(source)
		}),
		credits: getCredits(row.sources),
		websites: row.websites,
		averageRating: toAverageRating(row),
		ratingCount: row.rating_count,
		reviewsLastWeek: row.reviews_week,
		reviewsLastMonth: row.reviews_month,
		reviewsLastYear: row.reviews_year,
		totalReviews: row.reviews_total,
	}
}

/** Returns the average in stars, to two decimals, from a sum of half stars. */
function toAverageRating({ rating_sum, rating_count }: GameRow): number {
	return rating_count === 0 ? 0 : Math.round((rating_sum * 50) / rating_count) / 100
}
