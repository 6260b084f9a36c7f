import type { Game, GameScores } from '#contract/games.ts'
import type { ImportedImages } from '#server/features/media/imported-images.ts'
import { toTimeToBeat } from '#server/features/time-to-beat/queries.ts'
import { getCredits } from './credits.ts'
import type { GameRow, ScoreRow } from './queries-rows.ts'

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
		averageRating: toAverageRating(row.rating_sum, row.rating_count),
		ratingCount: row.rating_count,
		reviewsLastWeek: row.reviews_week,
		reviewsLastMonth: row.reviews_month,
		reviewsLastYear: row.reviews_year,
		totalReviews: row.reviews_total,
		statusCounts: {
			wished: row.wished_count,
			backlog: row.backlog_count,
			playing: row.playing_count,
			played: row.played_count,
		},
		timeToBeat: toTimeToBeat(row.time_to_beat),
	}
}

/** Returns the average in stars, to two decimals, from a sum of half stars. */
function toAverageRating(ratingSum: number, ratingCount: number): number {
	return ratingCount === 0 ? 0 : Math.round((ratingSum * 50) / ratingCount) / 100
}

/** Spans of hours played: from, and up to but not including. */
const HOUR_SPANS = [
	[0, 5],
	[5, 20],
	[20, 50],
	[50, null],
] as const
const MAX_PLATFORM_SCORES = 20

/** Converts the scores of a game, in the order of their counts. */
export function toGameScores(rows: readonly ScoreRow[]): GameScores {
	const toScore = (row: ScoreRow) => ({
		average: toAverageRating(row.rating_sum, row.rating_count),
		count: row.rating_count,
	})
	return {
		byPlatform: rows
			.filter(({ kind }) => kind === 'platform')
			.slice(0, MAX_PLATFORM_SCORES)
			.map((row) => ({ platform: row.key, ...toScore(row) })),
		byHours: HOUR_SPANS.flatMap(([from, to]) =>
			rows
				.filter(({ kind, key }) => kind === 'hours' && key === String(from))
				.map((row) => ({ from, to, ...toScore(row) })),
		),
	}
}
