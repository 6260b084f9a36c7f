import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { listReviews, USER_REVIEWS_FAILED } from '#contract/reviews.ts'
import { useRead } from '#web/app/data.tsx'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { ReviewCardSkeleton } from '#web/features/reviews/review-card-skeleton.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ProfileSection } from './profile-section.tsx'
import css from './profile-works.module.css'

const MAX_REVIEWS = 4
const CUT_LENGTH = 120

export const profileReviewsInput = (username: string) => ({ query: { username, limit: MAX_REVIEWS } })

/** A user's latest reviews. */
export function ProfileReviews({ username, isOwn }: { username: string; isOwn: boolean }) {
	const { data, error, isPending, retry } = useRead(listReviews, profileReviewsInput(username))
	const reviews = data?.reviews ?? []
	return (
		<ProfileSection
			title="Reviews"
			more={data && data.totalCount > MAX_REVIEWS ? paths.userReviews(username) : null}
			error={data ? null : error}
			failure={USER_REVIEWS_FAILED}
			onRetry={retry}
			skeleton={
				isPending ? (
					<SkeletonList label="Loading reviews" count={4} className={css.works}>
						<ReviewCardSkeleton />
					</SkeletonList>
				) : null
			}
			empty={
				reviews.length === 0 ? (
					<>
						<p>No reviews yet.</p>
						{isOwn && (
							<Link className={buttonClass('quiet')} to={paths.games()}>
								Find a Game
							</Link>
						)}
					</>
				) : null
			}
		>
			<ul className={css.works}>
				{reviews.map((review) => (
					<li key={review.id}>
						<ReviewCard review={review} textLength={CUT_LENGTH} showAuthor={false} />
					</li>
				))}
			</ul>
		</ProfileSection>
	)
}
