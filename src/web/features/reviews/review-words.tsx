import { paths } from '#contract/paths.ts'
import { getReview, type Review } from '#contract/reviews.ts'
import { read } from '#web/app/data.tsx'
import { PersonText } from '#web/features/texts/person-text.tsx'

/** The call that answers a review with its spoilers. */
export const revealedReviewInput = (id: string) => ({ params: { id }, query: { reveal: true } })

/** The words of a review, with its spoilers and mentions. */
export function ReviewWords({ review: { id, description, mentions, isHidden } }: { review: Review }) {
	return (
		<PersonText
			text={description}
			mentions={mentions}
			isHidden={isHidden}
			reveal={async (client) => {
				const { description: text, mentions } = await client.query(read(getReview, revealedReviewInput(id)))
				return { text, mentions }
			}}
			revealedPath={paths.review(id, { spoilers: 1 })}
		/>
	)
}
