import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { getGameName } from '#web/features/games/game-name.ts'
import { describeHidden, excerptOf } from '#web/features/texts/excerpt.ts'
import css from './review-excerpt.module.css'

/** Whether all of a review's text is withheld because its author flagged it. */
export const isTextHidden = ({ isHidden, description }: Pick<Review, 'isHidden' | 'description'>): boolean =>
	isHidden && description === ''

interface ReviewExcerptProps {
	review: Pick<Review, 'id' | 'game' | 'isHidden' | 'description'>
	/** The maximum length in characters. */
	length: number
}

/** The beginning of a review's text, or that it is hidden and where to read it. */
export function ReviewExcerpt({ review, length }: ReviewExcerptProps) {
	if (!isTextHidden(review)) return excerptOf(review.description, length)
	return (
		<span className={css.hidden}>
			{describeHidden(getGameName(review.game))}{' '}
			<Link to={paths.review(review.id)} className={css.link}>
				Read it there
			</Link>
		</span>
	)
}
