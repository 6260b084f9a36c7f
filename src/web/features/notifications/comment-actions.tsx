import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { getList } from '#contract/lists.ts'
import type { Notification } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { getReview } from '#contract/reviews.ts'
import type { UserRef } from '#contract/users.ts'
import { useSession } from '#web/app/session.tsx'
import { useCachedComments } from '#web/features/comments/comment-list.ts'
import { subjectOf, subjectPath } from '#web/features/comments/comment-subject.ts'
import { LazyCommentForm } from '#web/features/comments/lazy-comment-form.tsx'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './comment-actions.module.css'

interface CommentActionsProps {
	comment: NonNullable<Notification['comment']>
	author: UserRef
	onRead: () => void
}

/** Likes and answers the comment that a notification is about, in its row. */
export function CommentActions({ comment, author: { username }, onRead }: CommentActionsProps) {
	const { id, parentId } = comment
	const { user } = useSession()
	const client = useQueryClient()
	const navigate = useNavigate()
	const cached = useCachedComments()
	const [isAnswering, setAnswering] = useState(false)
	const [isSent, setSent] = useState(false)
	const opener = useRef<HTMLDivElement>(null)
	const subject = subjectOf(comment)
	const login = paths.login({ redirect: subjectPath(subject) })
	const close = () => {
		setAnswering(false)
		opener.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
	}
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: a notification counts as read when it is seen
		<div ref={opener} className={css.actions} onPointerEnter={onRead} onFocus={onRead}>
			<LikeButton
				kind="comment"
				of={{ id, hasLiked: comment.hasLiked }}
				subject={`the comment by ${username}`}
				returnTo={subjectPath(subject)}
				look="small"
			/>
			<Button
				kind="plain"
				aria-expanded={isAnswering}
				onClick={() => {
					setSent(false)
					setAnswering((before) => !before)
				}}
			>
				Reply<span className="visually-hidden"> to {username}</span>
			</Button>
			<span role="status" className={css.sent}>
				{isSent && 'Reply sent'}
			</span>
			{isAnswering && user && (
				<div className={css.form}>
					<LazyCommentForm
						subject={subject}
						parent={{ id, parentId, username }}
						user={user}
						isPlain
						onPosted={(answer) => {
							cached.add(answer)
							for (const { url } of [getReview, getList]) void client.invalidateQueries({ queryKey: [url] })
							setSent(true)
							close()
						}}
						onSignedOut={() => void navigate(login)}
						onCancel={close}
					/>
				</div>
			)}
		</div>
	)
}
