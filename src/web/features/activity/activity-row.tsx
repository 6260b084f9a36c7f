import { Link } from 'react-router'
import type { Activity } from '#contract/activity.ts'
import { paths } from '#contract/paths.ts'
import { gameName } from '#web/features/games/game-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { exactTime, timeAgo } from '#web/ui/relative-time.ts'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './activity-row.module.css'

const CUT_LENGTH = 60

/** Something that someone did, leading to it. `onRead` when it was looked at: by the pointer, the focus or a click. */
export function ActivityRow({ activity, onRead }: { activity: Activity; onRead: () => void }) {
	const { activityType, isRead, username, user, createdAt } = activity
	const text = activityType === 'comment' ? activity.content : activity.description
	return (
		<Link
			to={pathOf(activity)}
			className={css.row}
			data-unread={isRead ? undefined : ''}
			onPointerEnter={onRead}
			onFocus={onRead}
			onClick={onRead}
		>
			<span className={css.who}>
				<Avatar name={username} src={user.profilePicture} />
				<span className={css.kind}>
					<Icon name={ICONS[activityType]} size={12} />
				</span>
			</span>
			<span className={css.words}>
				<span>
					{!isRead && <span className="visually-hidden">Unread: </span>}
					<strong>{username}</strong> {deedOf(activity)}
				</span>
				{text && <span className={css.text}>{truncateText(text, CUT_LENGTH)}</span>}
				<time dateTime={createdAt} title={exactTime(createdAt)} className={css.time}>
					{timeAgo(createdAt, Date.now())}
				</time>
			</span>
			<span className={css.dot} aria-hidden="true" />
		</Link>
	)
}

const ICONS = { review: 'star', comment: 'comment', list: 'menu' } as const

function deedOf({ activityType, gameName: game, rating, title }: Activity) {
	const name = <strong>{gameName({ name: game })}</strong>
	if (activityType === 'review')
		return (
			<>
				reviewed {name}
				{rating !== null && (
					<>
						, <span className={css.rating}>{rating} out of 5</span>
					</>
				)}
			</>
		)
	if (activityType === 'comment') return <>commented on a review of {name}</>
	return (
		<>
			made a list, <strong>{title}</strong>
		</>
	)
}

function pathOf({ activityType, id, reviewId, gameId }: Activity): string {
	if (activityType === 'list') return paths.list(id)
	if (reviewId !== null) return paths.review(reviewId)
	return gameId === null ? paths.home() : paths.game(gameId)
}
