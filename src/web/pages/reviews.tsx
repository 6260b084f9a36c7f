import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { GAME_NOT_FOUND, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { listReviews, type Review } from '#contract/reviews.ts'
import { isMissing, loads, preload, read, readingSentence, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { counted } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { DeleteReviewDialog, REVIEW_DELETED } from '#web/features/reviews/delete-review-dialog.tsx'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { ReviewCardSkeleton } from '#web/features/reviews/review-card-skeleton.tsx'
import { ReviewFilterBar } from '#web/features/reviews/review-filter-bar.tsx'
import {
	type ListedReviews,
	listedReviews,
	listedReviewsInput,
	listedReviewsPath,
} from '#web/features/reviews/review-filters.ts'
import { Missing } from '#web/layout/missing.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './reviews.module.css'

const cutLength = 150
const messageMs = 5000

export const loader = loads(({ client, url }) => {
	const shown = listedReviews(url.searchParams)
	const { gameId } = shown
	return preload(
		client,
		readPages(listReviews, listedReviewsInput(shown)),
		...(gameId === null ? [] : [read(getGame, { params: { id: gameId } })]),
	)
})

/** All reviews, filtered and ordered as the address says. */
export function Component() {
	const [query] = useSearchParams()
	const shown = listedReviews(query)
	const list = useReadPages(listReviews, listedReviewsInput(shown), (page) => page.reviews)
	const game = useRead(getGame, { params: { id: shown.gameId ?? 0 } }, { enabled: shown.gameId !== null })
	if (Number.isNaN(shown.gameId) || isMissing(list.error) || isMissing(game.error))
		return (
			<Missing title={GAME_NOT_FOUND.error}>There is no such game in the catalogue, and so no reviews of it.</Missing>
		)
	return <Reviews shown={shown} list={list} gameName={game.data?.data.name} />
}

interface ReviewsProps {
	shown: ListedReviews
	list: ReturnType<typeof useReadPages<typeof listReviews, Review>>
	gameName: string | undefined
}

function Reviews({ shown, list, gameName }: ReviewsProps) {
	const navigate = useNavigate()
	const client = useQueryClient()
	const { user } = useSession()
	const [deleting, setDeleting] = useState<Review | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const heading = useRef<HTMLHeadingElement>(null)
	// The dialog gives the focus back to a button that goes with its card: afterwards it goes on to the heading.
	useEffect(() => {
		if (message !== null) heading.current?.focus({ preventScroll: true })
	}, [message])
	const of = gameName ? ` of ${gameName}` : ''
	useHead({
		title: `Game Reviews${of}`,
		description: `Star-rated reviews${of || ' of video games'}, written by the players of Savepoint.`,
		// Orders and searches show the same reviews in another way.
		path: paths.reviews({ gameId: shown.gameId }),
		feed: paths.reviewsFeed(),
		...(list.error && !list.rows ? { status: list.error.status === 400 ? 404 : 500 } : {}),
		...(list.rows ? { jsonLd: (absolute) => itemList(list.rows ?? [], absolute) } : {}),
	})

	const { rows, error } = list
	const sentence = error && readingSentence(error, listReviews.config.failure)
	const change = (filters: Partial<ListedReviews>, how: { replace?: boolean } = {}) =>
		void navigate(listedReviewsPath({ ...shown, cursor: null, ...filters }), { ...how, preventScrollReset: true })
	const next = list.next && 'cursor' in list.next ? listedReviewsPath({ ...shown, cursor: list.next.cursor }) : null
	const total = list.first?.totalCount
	return (
		<>
			<PageHead title="Game Reviews" lead="What players made of what they played." />
			<ReviewFilterBar shown={shown} onChange={change}>
				<h2 ref={heading} tabIndex={-1} className={css.count}>
					{total === undefined ? 'Reviews' : counted(total, 'review')}
					{gameName && ` of ${gameName}`}
				</h2>
			</ReviewFilterBar>
			<div className={css.message}>
				<Notice message={message} forMs={messageMs} onOver={() => setMessage(null)} />
			</div>
			{rows ? (
				rows.length === 0 ? (
					<div className={css.empty}>
						<Empty>No reviews found</Empty>
					</div>
				) : (
					<InfiniteList
						nextHref={next}
						isLoading={list.isLoadingMore}
						error={sentence}
						onMore={list.more}
						onRetry={list.retry}
						endMessage="You've reached the end!"
					>
						<ul className={css.list}>
							{rows.map((review) => (
								<li key={review.id}>
									<ReviewCard review={review} cut={cutLength}>
										{user?.id === review.userId && (
											<Button
												kind="icon"
												aria-label={`Delete your review of ${review.game.name}`}
												onClick={() => {
													setMessage(null)
													setDeleting(review)
												}}
											>
												<Icon name="trash" size={18} />
											</Button>
										)}
									</ReviewCard>
								</li>
							))}
						</ul>
					</InfiniteList>
				)
			) : error ? (
				<div className={css.empty}>
					<Empty
						alert
						action={
							// A place in the list that is none any more leads to its start.
							<TryAgain onRetry={() => (error.status === 400 && shown.cursor ? change({}) : list.retry())} />
						}
					>
						{sentence}
					</Empty>
				</div>
			) : (
				<ul className={css.list} aria-label="Loading reviews">
					{[0, 1, 2, 3, 4, 5].map((place) => (
						<li key={place}>
							<ReviewCardSkeleton />
						</li>
					))}
				</ul>
			)}
			<DeleteReviewDialog
				review={deleting}
				onClose={() => setDeleting(null)}
				onDeleted={(reviewId) => {
					client.setQueryData(
						readPages(listReviews, listedReviewsInput(shown)).queryKey,
						(pages) =>
							pages && {
								...pages,
								pages: pages.pages.map((page) => ({
									...page,
									reviews: page.reviews.filter(({ id }) => id !== reviewId),
								})),
							},
					)
					setDeleting(null)
					setMessage(REVIEW_DELETED)
				}}
			/>
		</>
	)
}

function itemList(reviews: readonly Review[], absolute: (path: string) => string): Record<string, unknown> {
	return {
		'@type': 'ItemList',
		itemListElement: reviews.map(({ id }, index) => ({
			'@type': 'ListItem',
			position: index + 1,
			url: absolute(paths.review(id)),
		})),
	}
}
