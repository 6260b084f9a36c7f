import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { getGameName } from '#web/features/games/game-name.ts'
import { describeHidden, excerptOf } from '#web/features/texts/excerpt.ts'
import css from './review-excerpt.module.css'

/** Whether all of a review's text is withheld because its author flagged it. */
export const isTextHidden = ({ isHidden, description }: Pick<Review, 'isHidden' | 'description'>): boolean =>
	isHidden && description === ''

/** Returns the beginning of a review's text, at most `length` characters; null if all of it is hidden. */
export const cutReview = (review: Pick<Review, 'isHidden' | 'description'>, length: number): string | null =>
	isTextHidden(review) ? null : excerptOf(review.description, length)

interface ReviewExcerptProps {
	review: Pick<Review, 'id' | 'game'>
	/** What `cutReview` returns. */
	text: string | null
}

/** The beginning of a review's text, or that it is hidden and where to read it. */
export function ReviewExcerpt({ review, text }: ReviewExcerptProps) {
	if (text !== null) return text
	return (
		<span className={css.hidden}>
			{describeHidden(getGameName(review.game))}{' '}
			<Link to={paths.review(review.id)} className={css.link}>
				Read it there
			</Link>
		</span>
	)
}
