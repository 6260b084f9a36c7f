import { Link } from 'react-router'
import type { Activity } from '#contract/activity.ts'
import { paths } from '#contract/paths.ts'
import { getGameName } from '#web/features/games/game-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { formatExactTime, formatTimeAgo } from '#web/ui/relative-time.ts'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './activity-row.module.css'

const CUT_LENGTH = 60

/** A feed item that links to its review, list or game. Hovering, focusing or clicking it calls `onRead`. */
export function ActivityRow({ activity, onRead }: { activity: Activity; onRead: () => void }) {
	const { activityType, isRead, username, user, createdAt } = activity
	const text = activityType === 'comment' ? activity.content : activity.description
	return (
		<Link
			to={activityPath(activity)}
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
					<strong>{username}</strong> {describeActivity(activity)}
				</span>
				{text && <span className={css.text}>{truncateText(text, CUT_LENGTH)}</span>}
				<time dateTime={createdAt} title={formatExactTime(createdAt)} className={css.time}>
					{formatTimeAgo(createdAt, Date.now())}
				</time>
			</span>
			<span className={css.dot} aria-hidden="true" />
		</Link>
	)
}

const ICONS = { review: 'star', comment: 'comment', list: 'menu' } as const

function describeActivity({ activityType, gameName: game, rating, title }: Activity) {
	const name = <strong>{getGameName({ name: game })}</strong>
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
			created a list, <strong>{title}</strong>
		</>
	)
}

function activityPath({ activityType, id, reviewId, gameId }: Activity): string {
	if (activityType === 'list') return paths.list(id)
	if (reviewId !== null) return paths.review(reviewId)
	return gameId === null ? paths.home() : paths.game(gameId)
}
