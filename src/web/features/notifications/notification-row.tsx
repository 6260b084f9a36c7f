import { Fragment } from 'react'
import { Link } from 'react-router'
import { describeNotification, notificationPath } from '#contract/notification-sentences.ts'
import type { Notification } from '#contract/notifications.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { describeHidden } from '#web/features/texts/excerpt.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { Time } from '#web/ui/time.tsx'
import { CommentActions } from './comment-actions.tsx'
import css from './notification-row.module.css'

/** A notification that links to its subject, with what one can do with the comment of another. Hovering, focusing or clicking it calls `onRead`. */
export function NotificationRow({ notification, onRead }: { notification: Notification; onRead: () => void }) {
	const { kind, actors, review, comment, isRead, createdAt } = notification
	// A moderator's message stays until it is opened
	const isReadWhenSeen = kind !== 'moderation'
	const game = review?.game ?? notification.game
	const author = actors.find(({ id }) => id === comment?.userId)
	return (
		<>
			<Link
				to={notificationPath(notification)}
				className={css.row}
				data-unread={isRead ? undefined : ''}
				onPointerEnter={isReadWhenSeen ? onRead : undefined}
				onFocus={isReadWhenSeen ? onRead : undefined}
				onClick={onRead}
			>
				<span className={css.faces}>
					{actors.length > 0 ? (
						actors.map(({ id, username, profilePicture }) => (
							<Avatar key={id} name={username} src={profilePicture} size="small" />
						))
					) : (
						<FrameIcon name="bell" size={20} />
					)}
				</span>
				<span className={css.words}>
					<span>
						{!isRead && <span className="visually-hidden">Unread: </span>}
						{describeNotification(notification).map(({ text, isName }, index) =>
							// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
							isName ? <strong key={index}>{text}</strong> : <Fragment key={index}>{text}</Fragment>,
						)}
					</span>
					{comment && <span className={css.excerpt}>{comment.excerpt || describeHidden()}</span>}
					<Time time={createdAt} />
				</span>
				<span className={css.cover}>{game && <GameCover game={game} sizes="36px" />}</span>
				<span className={css.dot} aria-hidden="true" />
			</Link>
			{comment && author && <CommentActions comment={comment} author={author} onRead={onRead} />}
		</>
	)
}
