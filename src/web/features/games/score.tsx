import type { GameDetail } from '#contract/games.ts'
import { pluralize } from '#web/app/format.ts'
import { Stars } from '#web/ui/stars.tsx'
import { RatingHistogram } from './rating-histogram.tsx'
import css from './score.module.css'

interface ScoreProps {
	game: GameDetail
	/** The rating that the reviews are filtered by, null for all. */
	rating: number | null
	/** Returns the page of the reviews with a rating, null for all. */
	href: (rating: number | null) => string
}

/** The average rating as a large figure, with the number of ratings and their distribution. */
export function Score({ game, rating, href }: ScoreProps) {
	if (game.ratingCount === 0) return <p className={css.none}>Not rated yet</p>
	return (
		<div className={css.score}>
			<p className={css.figure} aria-hidden="true">
				{game.averageRating.toFixed(1)}
			</p>
			<div>
				<Stars rating={Math.round(game.averageRating * 10) / 10} size={22} />
				<p className={css.count}>{pluralize(game.ratingCount, 'rating')}</p>
			</div>
			<RatingHistogram counts={game.ratingCounts} current={rating} href={href} />
		</div>
	)
}
