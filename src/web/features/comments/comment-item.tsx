import { Link } from 'react-router'
import { type Comment, likeComment } from '#contract/comments.ts'
import { paths } from '#contract/paths.ts'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './comment-item.module.css'

interface CommentItemProps {
	comment: Comment
	/** Whether the viewer may delete it: their own, or one on their review. */
	isDeletable: boolean
	onLiked: (likes: number | undefined) => void
	onDelete: () => void
}

/** A comment with its author, date, text and the viewer's actions. */
export function CommentItem({ comment, isDeletable, onLiked, onDelete }: CommentItemProps) {
	const { id, username, user, content, createdAt, likes, hasLiked, reviewId } = comment
	return (
		<article className={css.comment} aria-label={`Comment by ${username}`}>
			<Avatar name={username} src={user.profilePicture} />
			<div className={css.words}>
				<p className={css.line}>
					<Link to={paths.profile(username)} className={css.name}>
						{username}
					</Link>
					<Time time={createdAt} />
				</p>
				<p className={css.text}>{content}</p>
				{/* The like state and the menu depend on the viewer. */}
				<div className={css.actions} data-settles="">
					<LikeButton
						endpoint={likeComment}
						id={id}
						isLiked={hasLiked}
						subject={`the comment by ${username}`}
						login={paths.login({ redirect: paths.review(reviewId), message: 'like-comment' })}
						count={likes}
						onLiked={(counts) => onLiked(counts.likes)}
					/>
					{isDeletable && (
						<Menu label={`More about the comment by ${username}`}>
							<MenuButton isDanger aria-label={`Delete the comment by ${username}`} onClick={onDelete}>
								Delete
							</MenuButton>
						</Menu>
					)}
				</div>
			</div>
		</article>
	)
}
