import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { type GameDetail, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { getReview, likeReview, REVIEW_NOT_FOUND, type Review, unlikeReview } from '#contract/reviews.ts'
import { reviewPicturePath } from '#contract/share-pictures.ts'
import { hideSpoilers } from '#contract/spoiler-spans.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useFlash } from '#web/app/flash-message.ts'
import { formatCompact, pluralize, releaseYear } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import type { PageHead } from '#web/app/head-tags.ts'
import { useSession } from '#web/app/session.tsx'
import { copyLink } from '#web/app/share.ts'
import { useDeletedCommentIds } from '#web/features/comments/comment-deletion.ts'
import { threadsOf } from '#web/features/comments/comment-subject.ts'
import { Comments } from '#web/features/comments/comments.tsx'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { FactList } from '#web/features/games/fact-list.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { shortPlatformName } from '#web/features/games/platform-name.ts'
import { LazyModerationNotice } from '#web/features/moderation/lazy-moderation-notice.tsx'
import { ReportMenuItems } from '#web/features/reports/report-menu-items.tsx'
import { DeleteReviewDialog, REVIEW_DELETED } from '#web/features/reviews/delete-review-dialog.tsx'
import { gameReviewsPath } from '#web/features/reviews/game-review-filters.ts'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { estimateReadingMinutes } from '#web/features/reviews/reading-time.ts'
import { RelatedReviews, reviewsBy, reviewsOfGame } from '#web/features/reviews/related-reviews.tsx'
import { usePatchCachedReview } from '#web/features/reviews/review-cache.ts'
import { isTextHidden } from '#web/features/reviews/review-excerpt.tsx'
import { reportOf } from '#web/features/reviews/review-report.ts'
import { ReviewStats } from '#web/features/reviews/review-stats.tsx'
import { ReviewText } from '#web/features/reviews/review-text.tsx'
import { revealedReviewInput } from '#web/features/reviews/review-words.tsx'
import { describeHidden } from '#web/features/texts/excerpt.ts'
import { asksForSpoilers } from '#web/features/texts/spoilers-param.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Time } from '#web/ui/time.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './review.module.css'

const DESCRIPTION_LENGTH = 160
const ALT_LENGTH = 400
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
	const [search] = useSearchParams()
	useHead({ ...headOf(review), isVariant: asksForSpoilers(search) })
	// Report the view to the server
	useEffect(() => {
		import('#web/features/reviews/impression-tracker.ts').then(
			({ recordView }) => recordView(review.id),
			() => {},
		)
	}, [review.id])
	const { platform, timePlayed } = review
	return (
		<>
			<Notice message={message} durationMs={MESSAGE_MS} />
			<article className={css.screen}>
				<div className={css.side}>
					<div className={css.cover}>
						<CoverWithMenu game={review.game}>
							<Link to={paths.game(review.gameId)} tabIndex={-1} aria-hidden="true">
								<GameCover game={review.game} sizes="(min-width: 700px) 200px, 112px" eager />
							</Link>
						</CoverWithMenu>
					</div>
					<ReviewHead review={review} />
					<aside className={css.facts} aria-label={`About ${review.game.name}`}>
						{game && (
							<details className={css.fold} open>
								<summary>About the Game</summary>
								<FactList game={game} platformHref={(platform) => gameReviewsPath(game.id, { platform })} />
							</details>
						)}
					</aside>
				</div>
				<div className={css.body}>
					<p className={css.verdict}>
						<Stars rating={review.rating} size={28} />
						<span className={css.played}>
							{shortPlatformName(platform)}
							{timePlayed !== null && <span> · {pluralize(timePlayed, 'hour')} played</span>}
						</span>
					</p>
					<LazyModerationNotice of={review} what="review" />
					<ReviewText review={review} />
					<ReviewActions review={review} onDelete={() => setDeleting(true)} />
					<ReviewStats review={review} />
				</div>
				{/* Nobody can comment on what others do not see */}
				<div className={css.comments}>{!review.moderation && <ReviewComments review={review} />}</div>
				<div className={css.more}>
					<RelatedReviews review={review} />
				</div>
			</article>
			<DeleteReviewDialog
				review={isDeleting ? review : null}
				onClose={() => setDeleting(false)}
				onDeleted={() =>
					void navigate(paths.game(review.gameId), { replace: true, state: { message: REVIEW_DELETED } })
				}
			/>
		</>
	)
}

function ReviewHead({ review }: { review: Review }) {
	const { game, username } = review
	const minutes = estimateReadingMinutes(review.description)
	return (
		<header className={css.head}>
			<h1 className={css.title}>
				<Link to={paths.game(review.gameId)}>{game.name}</Link>
				{game.releaseDate && <span className={css.year}> {releaseYear(game.releaseDate)}</span>}
			</h1>
			<p className={css.byline}>
				<Avatar name={username} src={review.user.profilePicture} />
				<span>
					<span className="visually-hidden">Reviewed by </span>
					<Link to={paths.profile(username)} className={css.author}>
						{username}
					</Link>
					<span className={css.when}>
						<Time time={review.createdAt} />
						{minutes !== null && <span> · {minutes} min</span>}
					</span>
				</span>
			</p>
		</header>
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

/** The like and share buttons, and for the author the Edit button and the rest in a menu. */
function ReviewActions({ review, onDelete }: { review: Review; onDelete: () => void }) {
	const { user } = useSession()
	const updateReview = usePatchCachedReview(review.id)
	return (
		<div className={css.actions} data-settles="">
			{!review.moderation && (
				<>
					<LikeButton
						like={likeReview}
						unlike={unlikeReview}
						id={review.id}
						isLiked={review.hasLiked}
						subject="this review"
						login={paths.login({ redirect: paths.review(review.id), message: 'like-review' })}
						onChange={(state) => updateReview(() => ({ ...state, liked: state.hasLiked }))}
					/>
					<Link to="#comments" className={buttonClass('quiet')}>
						<Icon name="comment" size={18} />
						<span>
							Comment
							{review.commentCount > 0 && <span className={css.count}> {formatCompact(review.commentCount)}</span>}
						</span>
					</Link>
					<ShareButton
						title={`the review of ${review.game.name} by ${review.username}`}
						path={paths.review(review.id)}
					/>
				</>
			)}
			{user?.id !== review.userId && (
				<span className={css.own}>
					<Menu label="More about this review">
						<ReportMenuItems {...reportOf(review)} />
					</Menu>
				</span>
			)}
			{user?.id === review.userId && (
				<span className={css.own}>
					<Link className={buttonClass('quiet')} to={paths.reviewForm(review.gameId, { edit: review.id })}>
						<Icon name="pencil" size={16} />
						Edit
					</Link>
					<Menu label="More about your review">
						<MenuButton onClick={() => void copyLink(paths.review(review.id))}>Copy Link</MenuButton>
						<MenuButton isDanger aria-label="Delete your review" onClick={onDelete}>
							Delete
						</MenuButton>
					</Menu>
				</span>
			)}
		</div>
	)
}

function Loading() {
	useHead({ title: 'Review' })
	return (
		<div className={css.screen}>
			<div className={css.side}>
				<div className={css.cover}>
					<Skeleton shape="cover" />
				</div>
				<div className={css.head}>
					<p role="status">Loading review...</p>
					<Skeleton shape="short" />
				</div>
			</div>
			<div className={css.body}>
				<Skeleton shape="short" />
				<Skeleton shape="block" />
			</div>
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

function headOf(review: Review): PageHead {
	const { id, game, username, rating } = review
	// Also if the viewer may see its spoilers, because the head is what is shared
	const description = isTextHidden(review) ? describeHidden(game.name) : hideSpoilers(review.description)
	return {
		title: `${game.name}, reviewed by ${username}`,
		description: truncateText(`${rating} out of 5: ${description}`, DESCRIPTION_LENGTH),
		path: paths.review(id),
		picture: {
			path: reviewPicturePath(review),
			alt: truncateText(
				`The cover of ${game.name}, and ${rating} of 5 stars by ${username}: ${description}`,
				ALT_LENGTH,
			),
		},
		type: 'article',
		jsonLd: (absolute) => ({
			'@type': 'Review',
			url: absolute(paths.review(id)),
			itemReviewed: {
				'@type': 'VideoGame',
				name: game.name,
				url: absolute(paths.game(game.id)),
				...(game.cover ? { image: absolute(game.cover) } : {}),
			},
			reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 0.5 },
			author: { '@type': 'Person', name: username, url: absolute(paths.profile(username)) },
			...(isTextHidden(review) ? {} : { reviewBody: description }),
			datePublished: review.createdAt,
			dateModified: review.updatedAt,
			commentCount: review.commentCount,
		}),
	}
}
