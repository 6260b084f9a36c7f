import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type Comment, listComments } from '#contract/comments.ts'
import { paths, withQuery } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { usePatchCachedReview } from '#web/features/reviews/review-cache.ts'
import card from '#web/ui/card.module.css'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useCommentDeletion, useDeletedCommentIds } from './comment-deletion.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { commentsInput, useUpdateCachedComments } from './comment-list.ts'
import { CommentSkeletons } from './comment-skeletons.tsx'
import css from './comments.module.css'

/** A review's comments, newest first, and the form to add one. Its `commentCount` is without those being deleted. */
export function Comments({ review }: { review: Review }) {
	const { user } = useSession()
	const patchReview = usePatchCachedReview(review.id)
	const updateComments = useUpdateCachedComments(review.id)
	const heading = useRef<HTMLHeadingElement>(null)
	const remove = useCommentDeletion(({ id }) => {
		updateComments((rows) => rows.filter((row) => row.id !== id))
		patchReview(({ commentCount }) => ({ commentCount: Math.max(0, commentCount - 1) }))
	})
	return (
		<section className={css.section} aria-labelledby="comments">
			<h2 id="comments" ref={heading} tabIndex={-1} className={css.title}>
				Comments <span className={css.count}>{formatCount(review.commentCount)}</span>
			</h2>
			<CommentPrompt
				review={review}
				onPosted={({ reviewImpressions: impressions, ...answer }) => {
					const { weeklyImpressions, monthlyImpressions, yearlyImpressions, ...comment } = answer
					updateComments((rows, pageIndex) => (pageIndex === 0 ? [comment, ...rows] : rows))
					patchReview(({ commentCount }) => ({
						commentCount: commentCount + 1,
						impressions,
						weeklyImpressions,
						monthlyImpressions,
						yearlyImpressions,
					}))
				}}
			/>
			<CommentRows
				review={review}
				viewerId={user?.id}
				onLiked={(id, likes) =>
					updateComments((rows) =>
						rows.map((row) => (row.id === id ? { ...row, hasLiked: true, likes: likes ?? row.likes } : row)),
					)
				}
				onDelete={(comment) => {
					remove(comment)
					// Its menu is gone with it
					heading.current?.focus({ preventScroll: true })
				}}
			/>
		</section>
	)
}

type Posted = Parameters<typeof CommentForm>[0]['onPosted']

/** The comment form for signed-in users, a login prompt for visitors. */
function CommentPrompt({ review, onPosted }: { review: Review; onPosted: Posted }) {
	const { status, user } = useSession()
	const [isSessionExpired, setSessionExpired] = useState(false)
	return (
		<>
			{status !== 'in' && (
				<p className={`${card.card} ${css.prompt}`} data-for="visitors" role={isSessionExpired ? 'alert' : undefined}>
					{isSessionExpired ? 'Your session has expired. Your draft is saved. ' : 'What do you think? '}
					<Link to={paths.login({ redirect: paths.review(review.id) })}>Log in to comment</Link>
				</p>
			)}
			{status !== 'out' && (
				<div data-for="members" className={css.form}>
					{user && (
						<CommentForm
							key={`${review.id} ${user.id}`}
							reviewId={review.id}
							user={user}
							onPosted={onPosted}
							onSignedOut={() => setSessionExpired(true)}
						/>
					)}
				</div>
			)}
		</>
	)
}

interface CommentRowsProps {
	review: Review
	viewerId: string | undefined
	onLiked: (id: string, likes: number | undefined) => void
	onDelete: (comment: Comment) => void
}

function CommentRows({ review, viewerId, onLiked, onDelete }: CommentRowsProps) {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const deletedIds = useDeletedCommentIds(review.id)
	const list = useReadPages(listComments, commentsInput(review.id, search), ({ comments }) =>
		comments.filter(({ id }) => !deletedIds.has(id)),
	)
	const { next } = list
	const here = paths.review(review.id)
	return (
		<PagedList
			list={list}
			getMessage={(error) => getFailureMessage(error, listComments.config.failure)}
			nextHref={next && 'cursor' in next ? withQuery(here, next) : null}
			skeleton={<CommentSkeletons />}
			empty={<p className={css.none}>No comments yet. Be the first to comment.</p>}
			onRestart={() => void navigate(here, { preventScrollReset: true })}
		>
			{(rows) => (
				<ol className={css.list}>
					{rows.map((comment) => (
						<li key={comment.id}>
							<CommentItem
								comment={comment}
								isDeletable={viewerId !== undefined && (viewerId === comment.userId || viewerId === review.userId)}
								onLiked={(likes) => onLiked(comment.id, likes)}
								onDelete={() => onDelete(comment)}
							/>
						</li>
					))}
				</ol>
			)}
		</PagedList>
	)
}
