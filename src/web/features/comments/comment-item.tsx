import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/comments.ts'
import { paths } from '#contract/paths.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { LazyModerationNotice } from '#web/features/moderation/lazy-moderation-notice.tsx'
import { ReportMenuItems } from '#web/features/reports/report-menu-items.tsx'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './comment-item.module.css'
import { commentAnchor, subjectOf, subjectPath } from './comment-subject.ts'
import { CommentText } from './comment-text.tsx'

const loadEditForm = () => import('./comment-edit-form.tsx')

interface CommentItemProps {
	comment: Comment
	isOwn: boolean
	/** Whether the viewer may delete it: their own, or one on their review or list. */
	isDeletable: boolean
	onEdited: (comment: Comment) => void
	/** Absent for visitors. */
	onReply?: (() => void) | undefined
	onDelete: () => void
}

/** A comment with its author, date, text and the viewer's actions; or the tombstone of a deleted one. */
export function CommentItem({ comment, ...actions }: CommentItemProps) {
	const { id, username, user, createdAt } = comment
	if (user === null || username === null)
		return (
			<article id={commentAnchor(id)} className={css.removed} tabIndex={-1}>
				This comment was removed.
			</article>
		)
	return (
		<article id={commentAnchor(id)} className={css.comment} aria-label={`Comment by ${username}`} tabIndex={-1}>
			<Avatar name={username} src={user.profilePicture} />
			<div>
				<p className={css.line}>
					<Link to={paths.profile(username)} className={css.name}>
						{username}
					</Link>
					<Link to={{ hash: commentAnchor(id) }} className={css.when} preventScrollReset>
						<span className="visually-hidden">Link to the comment by {username}, </span>
						<Time time={createdAt} />
					</Link>
					{comment.editedAt && <span>edited</span>}
				</p>
				<CommentBody comment={comment} username={username} {...actions} />
			</div>
		</article>
	)
}

interface CommentBodyProps extends CommentItemProps {
	username: string
}

/** The text and what can be done with it, or the form that edits it. */
function CommentBody({ comment, username, isOwn, isDeletable, onEdited, onReply, onDelete }: CommentBodyProps) {
	const [isEditing, setEditing] = useState(false)
	const { module: edit } = useLazyModule(loadEditForm, isEditing)
	const more = useRef<HTMLDivElement>(null)
	const stopEditing = () => {
		setEditing(false)
		more.current?.querySelector('button')?.focus()
	}
	if (isEditing && edit)
		return (
			<edit.CommentEditForm
				comment={comment}
				onEdited={(edited) => {
					onEdited(edited)
					setEditing(false)
				}}
				onCancel={stopEditing}
			/>
		)
	return (
		<>
			<LazyModerationNotice of={comment} what="comment" />
			<CommentText comment={comment} />
			{/* One that others do not see has nobody to like or to answer it */}
			{!comment.moderation && (
				// The like state and the menu depend on the viewer
				<div className={css.actions} data-settles="" ref={more}>
					<LikeButton
						kind="comment"
						of={comment}
						subject={`the comment by ${username}`}
						returnTo={subjectPath(subjectOf(comment))}
						look="small"
					/>
					{onReply && (
						<ActionButton onPress={onReply}>
							Reply<span className="visually-hidden"> to {username}</span>
						</ActionButton>
					)}
					<Menu label={`More about the comment by ${username}`}>
						{/* The server renders for visitors, and the text that they get must not be saved */}
						{isOwn && !comment.isHidden && (
							<MenuButton aria-label={`Edit the comment by ${username}`} onClick={() => setEditing(true)}>
								Edit
							</MenuButton>
						)}
						{!isOwn && (
							<ReportMenuItems
								subject="comment"
								subjectId={comment.id}
								name={`the comment by ${username}`}
								canMarkSpoiler={!comment.containsSpoilers}
							/>
						)}
						{isDeletable && (
							<MenuButton isDanger aria-label={`Delete the comment by ${username}`} onClick={onDelete}>
								Delete
							</MenuButton>
						)}
					</Menu>
				</div>
			)}
		</>
	)
}

/** A small button in the line below a comment. */
export function ActionButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
	return (
		<button type="button" className={css.action} onClick={onPress}>
			{children}
		</button>
	)
}
