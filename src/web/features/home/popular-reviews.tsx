import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getPopularReviews } from '#contract/reviews.ts'
import type { Period } from '#contract/shapes.ts'
import { readPart, useReadPart } from '#web/app/data.tsx'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { formatPeriod } from '#web/features/games/period.tsx'
import { cutReview, ReviewExcerpt } from '#web/features/reviews/review-excerpt.tsx'
import card from '#web/ui/card.module.css'
import { Stars } from '#web/ui/stars.tsx'
import css from './popular-rows.module.css'
import { Section } from './section.tsx'

const EXCERPT_LENGTH = 80

/** The query for the five reviews with the most likes and comments, reduced to what their rows show. */
export const popularReviews = (period: Period) =>
	readPart(getPopularReviews, { query: { limit: 5, period } }, 'rows', ({ reviews }) =>
		reviews.map((review) => ({
			id: review.id,
			username: review.username,
			rating: review.rating,
			game: review.game,
			text: cutReview(review, EXCERPT_LENGTH),
		})),
	)

/** The five reviews with the most likes and comments. */
export function PopularReviews({ period }: { period: Period }) {
	const { data, error, retry } = useReadPart(popularReviews(period))
	const reviews = data ?? []
	return (
		<Section
			title="Popular Reviews"
			more={{ to: paths.reviews(), label: 'View All Reviews' }}
			error={error}
			failure="Failed to load popular reviews. Please try again later."
			onRetry={retry}
			isLoaded={data !== undefined}
			empty={reviews.length === 0 ? `No popular reviews found for ${formatPeriod(period)}.` : null}
		>
			<ol>
				{reviews.map((review) => (
					<li key={review.id} className={css.row} data-review={review.id}>
						<div className={css.cover}>
							<CoverWithMenu game={review.game}>
								<GameCover game={review.game} sizes="60px" />
							</CoverWithMenu>
						</div>
						<div className={css.words}>
							<h3 className={css.name}>
								<Link to={paths.review(review.id)} className={card.link}>
									{getGameName(review.game)}
								</Link>
							</h3>
							<p className={css.line}>
								<Stars rating={review.rating} size={14} /> by{' '}
								<Link to={paths.profile(review.username)} className={css.by}>
									{review.username}
								</Link>
							</p>
							<p className={css.text}>
								<ReviewExcerpt review={review} text={review.text} />
							</p>
						</div>
					</li>
				))}
			</ol>
		</Section>
	)
}
