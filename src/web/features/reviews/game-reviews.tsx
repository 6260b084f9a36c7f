import { Link } from 'react-router'
import { paths, withQuery } from '#contract/paths.ts'
import { listReviews, type ReviewsPage } from '#contract/reviews.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game-reviews.module.css'
import { ReviewCard } from './review-card.tsx'

const getReviews = (answer: ReviewsPage) => answer.reviews

export function gameReviewsInput(gameId: number, search: URLSearchParams) {
	const cursor = search.get('cursor')
	return { query: { gameId, limit: 10, ...(cursor ? { cursor } : {}) } }
}

/** A game's reviews, newest first. */
export function GameReviews({ gameId, search }: { gameId: number; search: URLSearchParams }) {
	const list = useReadPages(listReviews, gameReviewsInput(gameId, search), getReviews)
	const { next } = list
	return (
		<PagedList
			list={list}
			getMessage={(error) => getFailureMessage(error, 'Failed to load reviews. Please try again later.')}
			nextHref={next && 'cursor' in next ? withQuery(paths.game(gameId), next) : null}
			skeleton={<ReviewSkeletons />}
			empty={
				<Empty
					action={
						<Link to={paths.reviewForm(gameId)} className={buttonClass('quiet')}>
							Write a Review
						</Link>
					}
				>
					No reviews yet. Be the first to review this game!
				</Empty>
			}
		>
			{(rows) => (
				<ul className={css.reviews}>
					{rows.map((review) => (
						<li key={review.id}>
							<ReviewCard review={review} textLength={180} showGame={false} />
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}

function ReviewSkeletons() {
	return (
		<div aria-busy="true">
			{[0, 1, 2].map((index) => (
				<div key={index} className={css.skeleton}>
					<Skeleton shape="short" />
					<Skeleton />
					<Skeleton />
				</div>
			))}
		</div>
	)
}
