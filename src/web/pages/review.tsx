import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { listComments } from '#contract/comments.ts'
import { type GameDetail, getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { getReview, likeReview, REVIEW_NOT_FOUND, type Review } from '#contract/reviews.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useFlashMessage } from '#web/app/flash-message.ts'
import { formatDay, pluralize, releaseYear } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import type { PageHead } from '#web/app/head-tags.ts'
import { useSession } from '#web/app/session.tsx'
import { commentsInput } from '#web/features/comments/comment-list.ts'
import { Comments } from '#web/features/comments/comments.tsx'
import { FactList } from '#web/features/games/fact-list.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { DeleteReviewDialog, REVIEW_DELETED } from '#web/features/reviews/delete-review-dialog.tsx'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { usePatchCachedReview } from '#web/features/reviews/review-cache.ts'
import { ReviewStats } from '#web/features/reviews/review-stats.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './review.module.css'

const DESCRIPTION_LENGTH = 160
const MESSAGE_MS = 5000

export const loader = createLoader(async ({ client, params, url }) => {
	const review = read(getReview, reviewInput(params.id))
	await preload(client, review, readPages(listComments, commentsInput(params.id ?? '', url.searchParams)))
	const gameId = client.getQueryData(review.queryKey)?.gameId
	if (gameId !== undefined) await preload(client, read(getGame, { params: { id: gameId } }))
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

function Article({ review, game }: { review: Review; game: GameDetail | undefined }) {
	const message = useFlashMessage()
	const navigate = useNavigate()
	const [isDeleting, setDeleting] = useState(false)
	useHead(headOf(review))
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
				<ReviewHead review={review} />
				<div className={css.body}>
					<p className={css.verdict}>
						<Stars rating={review.rating} size={30} />
						<span className={css.played}>
							{platform}
							{timePlayed !== null && <span> · {pluralize(timePlayed, 'hour')} played</span>}
						</span>
					</p>
					<p className={css.text}>{review.description}</p>
					<ReviewActions review={review} onDelete={() => setDeleting(true)} />
					<ReviewStats review={review} />
				</div>
				<div className={css.side}>
					<div className={css.cover}>
						<Link to={paths.game(review.gameId)} tabIndex={-1} aria-hidden="true">
							<GameCover game={review.game} sizes="(min-width: 700px) 264px, 140px" eager />
						</Link>
					</div>
					<aside className={css.facts} aria-label={`About ${review.game.name}`}>
						{game && <FactList game={game} />}
					</aside>
				</div>
				<div className={css.comments}>
					<Comments review={review} />
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
					<time dateTime={review.createdAt}>{formatDay(review.createdAt)}</time>
				</span>
			</p>
		</header>
	)
}

/** The like button, and for the author the Edit and Delete buttons. */
function ReviewActions({ review, onDelete }: { review: Review; onDelete: () => void }) {
	const { user } = useSession()
	const updateReview = usePatchCachedReview(review.id)
	return (
		<div className={css.actions} data-settles="">
			<LikeButton
				endpoint={likeReview}
				id={review.id}
				isLiked={review.hasLiked}
				subject="this review"
				login={paths.login({ redirect: paths.review(review.id), message: 'like-review' })}
				onLiked={(counts) => updateReview(() => ({ ...counts, liked: true, hasLiked: true }))}
			/>
			{user?.id === review.userId && (
				<span className={css.own}>
					<Link className={buttonClass('quiet')} to={paths.reviewForm(review.gameId, { edit: review.id })}>
						<Icon name="pencil" size={16} />
						Edit
					</Link>
					<Button kind="icon" aria-label="Delete your review" onClick={onDelete}>
						<Icon name="trash" size={18} />
					</Button>
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
			</div>
			<div className={css.head}>
				<p role="status">Loading review...</p>
				<Skeleton shape="short" />
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
	const { id, game, username, rating, description } = review
	return {
		title: `${game.name}, reviewed by ${username}`,
		description: truncateText(`${rating} out of 5: ${description}`, DESCRIPTION_LENGTH),
		path: paths.review(id),
		image: game.cover,
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
			reviewBody: description,
			datePublished: review.createdAt,
			dateModified: review.updatedAt,
			commentCount: review.commentCount,
		}),
	}
}
