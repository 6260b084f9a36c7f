import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { type GameDetail, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { getReview, REVIEW_NOT_FOUND, type Review } from '#contract/reviews.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useFlash } from '#web/app/flash-message.ts'
import { useHead } from '#web/app/head.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useDeletedCommentIds } from '#web/features/comments/comment-deletion.ts'
import { threadsOf } from '#web/features/comments/comment-subject.ts'
import { Comments } from '#web/features/comments/comments.tsx'
import { RelatedReviews, reviewsBy, reviewsOfGame } from '#web/features/reviews/related-reviews.tsx'
import { ReviewBody, ReviewBodySkeleton } from '#web/features/reviews/review-body.tsx'
import { usePatchCachedReview } from '#web/features/reviews/review-cache.ts'
import { reviewHead } from '#web/features/reviews/review-head.ts'
import { ReviewSide, ReviewSideSkeleton } from '#web/features/reviews/review-side.tsx'
import { revealedReviewInput } from '#web/features/reviews/review-words.tsx'
import { asksForSpoilers } from '#web/features/texts/spoilers-param.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './review.module.css'

const loadDeleteReviewDialog = () => import('#web/features/reviews/delete-review-dialog.tsx')

const MESSAGE_MS = 5000

export const loader = createLoader(async ({ client, params, url }) => {
	const review = read(getReview, reviewInput(params.id))
	const threads = threadsOf({ kind: 'review', id: params.id ?? '' }, url.searchParams)
	await preload(
		client,
		review,
		readPages(threads.endpoint, threads.input),
		...(asksForSpoilers(url.searchParams) ? [read(getReview, revealedReviewInput(params.id ?? ''))] : []),
	)
	const loaded = client.getQueryData(review.queryKey)
	if (loaded)
		await preload(
			client,
			read(getGame, { params: { id: loaded.gameId } }),
			reviewsOfGame(loaded.gameId),
			reviewsBy(loaded.username),
		)
})

function reviewInput(id: string | undefined) {
	return { params: { id: id ?? '' } }
}

/** A review, laid out as an article. */
export function Component() {
	const { id } = useParams()
	const { data: review, error, retry } = useRead(getReview, reviewInput(id))
	const game = useRead(getGame, { params: { id: review?.gameId ?? 0 } }, { enabled: review !== undefined })
	// Checked first: a deleted review may still be cached
	if (isMissing(error))
		return (
			<NotFoundScreen title={REVIEW_NOT_FOUND.error}>
				The review you're looking for doesn't exist or has been removed.
			</NotFoundScreen>
		)
	if (review) return <Article key={review.id} review={review} game={game.data?.data} />
	return error ? <LoadFailure error={error} onRetry={retry} /> : <Loading />
}

function Article({ review: stored, game }: { review: Review; game: GameDetail | undefined }) {
	const deletedComments = useDeletedCommentIds(stored.id).size
	const review = { ...stored, commentCount: Math.max(0, stored.commentCount - deletedComments) }
	const message = useFlash('message')
	const navigate = useNavigate()
	const [isDeleting, setDeleting] = useState(false)
	const deletion = useLazyForm(loadDeleteReviewDialog)
	const [search] = useSearchParams()
	useHead({ ...reviewHead(review), isVariant: asksForSpoilers(search) })
	// Report the view to the server
	useEffect(() => {
		import('#web/features/reviews/impression-tracker.ts').then(
			({ recordView }) => recordView(review.id),
			() => {},
		)
	}, [review.id])
	return (
		<>
			<Notice message={message} durationMs={MESSAGE_MS} />
			<article className={css.screen}>
				<ReviewSide review={review} game={game} />
				<ReviewBody
					review={review}
					onDelete={() => {
						deletion.load()
						setDeleting(true)
					}}
				>
					<ShareButton
						title={`the review of ${review.game.name} by ${review.username}`}
						path={paths.review(review.id)}
					/>
				</ReviewBody>
				{/* Nobody can comment on what others do not see */}
				<div className={css.comments}>{!review.moderation && <ReviewComments review={review} />}</div>
				<div className={css.more}>
					<RelatedReviews review={review} />
				</div>
			</article>
			{deletion.module && (
				<deletion.module.DeleteReviewDialog
					review={isDeleting ? review : null}
					onClose={() => setDeleting(false)}
					onDeleted={(_, message) => void navigate(paths.game(review.gameId), { replace: true, state: { message } })}
				/>
			)}
		</>
	)
}

function ReviewComments({ review: { id, userId, commentCount } }: { review: Review }) {
	const patchReview = usePatchCachedReview(id)
	return (
		<Comments
			subject={{ kind: 'review', id, ownerId: userId, commentCount }}
			onChange={(answer) =>
				patchReview(({ commentCount }) => ({
					commentCount: Math.max(0, commentCount + (answer ? 1 : -1)),
					...(answer && {
						impressions: answer.reviewImpressions,
						weeklyImpressions: answer.weeklyImpressions,
						monthlyImpressions: answer.monthlyImpressions,
						yearlyImpressions: answer.yearlyImpressions,
					}),
				}))
			}
		/>
	)
}

function Loading() {
	useHead({ title: 'Review' })
	return (
		<div className={css.screen}>
			<ReviewSideSkeleton />
			<ReviewBodySkeleton />
		</div>
	)
}

function LoadFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
	useHead({ title: 'Review', status: getFailureStatus(error) })
	return (
		<div className={css.unread}>
			<h1 className="visually-hidden">Review</h1>
			<Empty
				alert
				action={
					<span className={css.ways}>
						<TryAgain onRetry={onRetry} />
						<Link className={buttonClass('plain')} to={paths.home()}>
							Back to Home
						</Link>
					</span>
				}
			>
				{getFailureMessage(error, 'Failed to fetch review details')}
			</Empty>
		</div>
	)
}
