import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { listReviews, USER_REVIEWS_FAILED } from '#contract/reviews.ts'
import { getProfile } from '#contract/users.ts'
import { isMissing, loads, preload, read, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { ReviewCardSkeleton } from '#web/features/reviews/review-card-skeleton.tsx'
import { userContentFilters, userContentInput } from '#web/features/users/user-content-filters.ts'
import { userContentHead } from '#web/features/users/user-content-head.ts'
import { UserContentPage } from '#web/features/users/user-content-page.tsx'
import { Missing } from '#web/layout/missing.tsx'

const CUT_LENGTH = 150

export const loader = loads(({ client, params: { username = '' }, url }) =>
	preload(
		client,
		read(getProfile, { params: { username } }),
		readPages(listReviews, userContentInput(username, userContentFilters(url.searchParams))),
	),
)

/** All reviews of a user. */
export function Component() {
	const { username = '' } = useParams()
	const [query] = useSearchParams()
	const shown = userContentFilters(query)
	const profile = useRead(getProfile, { params: { username } })
	const list = useReadPages(listReviews, userContentInput(username, shown), (page) => page.reviews)
	const user = profile.data ?? { username, profilePicture: null }
	if (isMissing(profile.error) || isMissing(list.error))
		return <Missing title="Profile Not Found">This user doesn't exist.</Missing>
	return (
		<UserContentPage
			head={userContentHead(user.username, {
				kind: 'Reviews',
				description: `Every review that ${user.username} wrote on Savepoint, newest first.`,
				path: paths.userReviews(user.username),
				feed: paths.userFeed(user.username),
				paths: list.rows?.map(({ id }) => paths.review(id)),
				error: list.error,
			})}
			user={user}
			one="review"
			shown={shown}
			search={{ label: 'Filter by game', placeholder: 'Game name or words in a review' }}
			list={list}
			total={list.first?.totalCount}
			failure={USER_REVIEWS_FAILED}
			place={<ReviewCardSkeleton />}
			columns="wide"
		>
			{(review) => <ReviewCard review={review} cut={CUT_LENGTH} showAuthor={false} />}
		</UserContentPage>
	)
}
