import { Link } from 'react-router'
import { paths, withQuery } from '#contract/paths.ts'
import { listReviews, type ReviewsPage } from '#contract/reviews.ts'
import { failureSentence, useReadPages } from '#web/app/data.tsx'
import { ReviewCard } from './review-card.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './game-reviews.module.css'

const reviewsOf = (answer: ReviewsPage) => answer.reviews

export function gameReviewsInput(gameId: number, search: URLSearchParams) {
	const cursor = search.get('cursor')
	return { query: { gameId, limit: 10, ...(cursor ? { cursor } : {}) } }
}

/** The reviews of a game, newest first. */
export function GameReviews({ gameId, search }: { gameId: number; search: URLSearchParams }) {
	const { rows, error, next, isLoadingMore, more, retry } = useReadPages(
		listReviews,
		gameReviewsInput(gameId, search),
		reviewsOf,
	)
	const sentence = error && failureSentence(error, 'Failed to load reviews. Please try again later.')
	if (!rows && sentence)
		return (
			<Empty alert action={<TryAgain onRetry={retry} />}>
				{sentence}
			</Empty>
		)
	if (!rows)
		return (
			<div aria-busy="true">
				{[0, 1, 2].map((index) => (
					<div key={index} className={css.place}>
						<Skeleton shape="short" />
						<Skeleton />
						<Skeleton />
					</div>
				))}
			</div>
		)
	if (rows.length === 0)
		return (
			<Empty
				action={
					<Link to={paths.reviewForm(gameId)} className={buttonClass('quiet')}>
						Write a Review
					</Link>
				}
			>
				No reviews yet. Be the first to review this game!
			</Empty>
		)
	return (
		<InfiniteList
			nextHref={next && 'cursor' in next ? withQuery(paths.game(gameId), next) : null}
			isLoading={isLoadingMore}
			error={sentence}
			onMore={more}
			onRetry={retry}
		>
			<ul className={css.reviews}>
				{rows.map((review) => (
					<li key={review.id}>
						<ReviewCard review={review} cut={180} showGame={false} />
					</li>
				))}
			</ul>
		</InfiniteList>
	)
}
