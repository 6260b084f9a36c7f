import { getReview } from '#contract/reviews.ts'
import { useRead } from '#web/app/data.tsx'
import css from './new-review.module.css'
import { ReviewCard } from './review-card.tsx'

/** The review that the viewer has just written, on a line that lights up. */
export function NewReview({ id, textLength }: { id: string; textLength: number }) {
	const { data: review } = useRead(getReview, { params: { id } })
	return (
		<section className={css.review} aria-label="Your review">
			{review && <ReviewCard review={review} textLength={textLength} showGame={false} />}
		</section>
	)
}
