import { Link } from 'react-router'
import type { Activity } from '#contract/activity.ts'
import { paths } from '#contract/paths.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './activity-row.module.css'
import { excerptActivity } from './activity-text.ts'

const CUT_LENGTH = 60

/** A feed item that links to its review, list or game. Hovering, focusing or clicking it calls `onRead`. */
export function ActivityRow({ activity, onRead }: { activity: Activity; onRead: () => void }) {
	const { activityType, isRead, username, user, gameName, gameCover, rating, createdAt } = activity
	const text = excerptActivity(activity, CUT_LENGTH)
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
				<span className={css.kind}>{ICONS[activityType]}</span>
			</span>
			<span className={css.words}>
				<span>
					{!isRead && <span className="visually-hidden">Unread: </span>}
					<strong>{username}</strong> {describeActivity(activity)}
				</span>
				{text && <span className={css.text}>{text}</span>}
				<span className={css.line}>
					{rating !== null && <Stars rating={rating} size={13} />}
					<Time time={createdAt} />
				</span>
			</span>
			<span className={css.cover}>
				{gameName !== null && <GameCover game={{ name: gameName, cover: gameCover }} sizes="36px" />}
			</span>
			<span className={css.dot} aria-hidden="true" />
		</Link>
	)
}

const ICONS = {
	review: <FrameIcon name="star" size={12} />,
	comment: <Icon name="comment" size={12} />,
	list: <FrameIcon name="menu" size={12} />,
} as const

function describeActivity({ activityType, gameName: game, title }: Activity) {
	const name = <strong>{getGameName({ name: game })}</strong>
	if (activityType === 'review') return <>reviewed {name}</>
	if (activityType === 'comment') return <>commented on a review of {name}</>
	return (
		<>
			made a list, <strong>{title}</strong>
		</>
	)
}

function activityPath({ activityType, id, reviewId, gameId }: Activity): string {
	if (activityType === 'list') return paths.list(id)
	if (reviewId !== null) return paths.review(reviewId)
	return gameId === null ? paths.home() : paths.game(gameId)
}
