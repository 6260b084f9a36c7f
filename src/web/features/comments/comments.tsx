import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { COMMENT_NOT_FOUND, type Comment, listComments } from '#contract/comments.ts'
import { paths, withQuery } from '#contract/paths.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { keepSpoilers } from '#web/features/texts/spoilers-param.ts'
import card from '#web/ui/card.module.css'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useCommentDeletion, useDeletedCommentIds } from './comment-deletion.ts'
import { useCachedComments } from './comment-list.ts'
import { CommentSkeletons } from './comment-skeletons.tsx'
import { type CommentSubject, subjectPath, threadsOf } from './comment-subject.ts'
import { CommentThread } from './comment-thread.tsx'
import css from './comments.module.css'
import { type CommentFormProps, LazyCommentForm } from './lazy-comment-form.tsx'
import { useLinkedComment } from './use-linked-comment.ts'

type Answer = Parameters<CommentFormProps['onPosted']>[0]

interface CommentsProps {
	subject: CommentSubject
	/** Called with the answer to a new comment, and with null for each that is deleted. */
	onChange: (answer: Answer | null) => void
}

/** The comments on a review or list, newest first, with their replies, and the form to add one. */
export function Comments({ subject, onChange }: CommentsProps) {
	const { status, user } = useSession()
	const cached = useCachedComments()
	const [isSessionExpired, setSessionExpired] = useState(false)
	const heading = useRef<HTMLHeadingElement>(null)
	useLateAnchor(heading)
	const remove = useCommentDeletion((comment) => {
		cached.remove(comment)
		onChange(null)
	})
	const onPosted = (answer: Answer) => {
		const { reviewImpressions, weeklyImpressions, monthlyImpressions, yearlyImpressions, ...comment } = answer
		cached.add(comment)
		onChange(answer)
	}
	return (
		<section className={css.section} aria-labelledby="comments">
			<h2 id="comments" ref={heading} tabIndex={-1} className={css.title}>
				Comments <span className={css.count}>{formatCount(subject.commentCount)}</span>
			</h2>
			{status !== 'in' && (
				<p className={`${card.card} ${css.prompt}`} data-for="visitors" role={isSessionExpired ? 'alert' : undefined}>
					{isSessionExpired ? 'Your session has expired. Your draft is saved. ' : 'What do you think? '}
					<Link to={paths.login({ redirect: subjectPath(subject) })}>Log in to comment</Link>
				</p>
			)}
			{status !== 'out' && (
				<div data-for="members" className={css.form}>
					{user && (
						<LazyCommentForm
							key={`${subject.id} ${user.id}`}
							subject={subject}
							user={user}
							onPosted={onPosted}
							onSignedOut={() => setSessionExpired(true)}
						/>
					)}
				</div>
			)}
			<Threads
				subject={subject}
				onPosted={onPosted}
				onDelete={(comment) => {
					remove(comment)
					// Its menu is gone with it
					heading.current?.focus({ preventScroll: true })
				}}
				onSignedOut={() => setSessionExpired(true)}
			/>
		</section>
	)
}

/** Scrolls to the comments if the link that names them has arrived before them. */
function useLateAnchor(heading: RefObject<HTMLElement | null>): void {
	const { hash } = useLocation()
	const isBack = useNavigationType() === 'POP'
	const show = useEffectEvent(() => {
		if (hash === '#comments' && !isBack) heading.current?.scrollIntoView()
	})
	// The document scrolls, once the comments are in it
	useEffect(() => show(), [])
}

interface ThreadsProps {
	subject: CommentSubject
	onPosted: (answer: Answer) => void
	onDelete: (comment: Comment) => void
	onSignedOut: () => void
}

function Threads({ subject, onPosted, onDelete, onSignedOut }: ThreadsProps) {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const { user } = useSession()
	const deletedIds = useDeletedCommentIds(subject.id)
	const { endpoint, input } = threadsOf(subject, search)
	const list = useReadPages(endpoint, input, ({ comments }) =>
		// One with replies stays as a tombstone
		comments.filter(({ id, replyCount }) => !deletedIds.has(id) || replyCount > 0),
	)
	const { next } = list
	const here = subjectPath(subject)
	useLinkedComment(here, {
		isLoaded: list.rows !== undefined,
		isMissing: list.error?.code === COMMENT_NOT_FOUND.code,
	})
	return (
		<PagedList
			list={list}
			getMessage={(error) => getFailureMessage(error, listComments.config.failure)}
			nextHref={next && 'cursor' in next ? withQuery(here, { ...next, ...keepSpoilers(search) }) : null}
			skeleton={<CommentSkeletons />}
			empty={<p className={css.none}>No comments yet. Be the first to comment.</p>}
			onRestart={() => void navigate(here, { preventScrollReset: true })}
		>
			{(rows) => (
				<ol className={css.list}>
					{rows.map((comment) => (
						<li key={comment.id}>
							<CommentThread
								comment={deletedIds.has(comment.id) ? { ...comment, user: null, username: null } : comment}
								subject={subject}
								viewer={user}
								deletedIds={deletedIds}
								onPosted={onPosted}
								onDelete={onDelete}
								onSignedOut={onSignedOut}
							/>
						</li>
					))}
				</ol>
			)}
		</PagedList>
	)
}
