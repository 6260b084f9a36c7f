import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { listReviews, USER_REVIEWS_FAILED } from '#contract/reviews.ts'
import { createLoader, preload, read, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { isMissing } from '#web/app/failure-messages.ts'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { ReviewCardSkeleton } from '#web/features/reviews/review-card-skeleton.tsx'
import { parseUserContentFilters, userContentInput } from '#web/features/users/user-content-filters.ts'
import { userContentHead } from '#web/features/users/user-content-head.ts'
import { UserContentPage } from '#web/features/users/user-content-page.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'

const CUT_LENGTH = 150

export const loader = createLoader(({ client, params: { username = '' }, url }) =>
	preload(
		client,
		read(getProfile, { params: { username } }),
		readPages(listReviews, userContentInput(username, parseUserContentFilters(url.searchParams))),
	),
)

/** All reviews of a user. */
export function Component() {
	const { username = '' } = useParams()
	const [query] = useSearchParams()
	const shown = parseUserContentFilters(query)
	const profile = useRead(getProfile, { params: { username } })
	const list = useReadPages(listReviews, userContentInput(username, shown), (page) => page.reviews)
	const user = profile.data ?? { username, profilePicture: null }
	if (isMissing(profile.error) || isMissing(list.error))
		return <NotFoundScreen title="Profile Not Found">This user doesn’t exist.</NotFoundScreen>
	return (
		<UserContentPage
			head={userContentHead(user, {
				kind: 'Reviews',
				description: `Every review that ${user.username} wrote on Savepoint, newest first.`,
				path: paths.userReviews(user.username),
				feed: paths.userFeed(user.username),
				paths: list.rows?.map(({ id }) => paths.review(id)),
				error: list.error,
			})}
			user={user}
			one="review"
			filters={shown}
			search={{ label: 'Filter by game', placeholder: 'Game, or words from the review' }}
			list={list}
			total={list.first?.totalCount}
			failure={USER_REVIEWS_FAILED}
			skeleton={<ReviewCardSkeleton />}
			columns="wide"
		>
			{(review) => <ReviewCard review={review} textLength={CUT_LENGTH} showAuthor={false} />}
		</UserContentPage>
	)
}
