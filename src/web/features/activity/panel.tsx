import { useState } from 'react'
import { Link } from 'react-router'
import { type Activity, getUnreadCount, listNotifications, markRead } from '#contract/activity.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/app/api-client.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useSession } from '#web/app/session.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { formatDayGroup } from '#web/ui/relative-time.ts'
import { Scene } from '#web/ui/scene.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { ActivityRow } from './activity-row.tsx'
import { markAllRead } from './mark-all-read.ts'
import css from './panel.module.css'
import { useMarkRead } from './use-mark-read.ts'

const PAGE_SIZE = 50

/** The notification feed: activities of followed users, all or only unread ones. */
export function NotificationsPanel() {
	const [unreadOnly, setUnreadOnly] = useState(false)
	const [message, setMessage] = useState<string | null>(null)
	const [isMarkingAll, setMarkingAll] = useState(false)
	const { data, error, retry } = useRead(
		listNotifications,
		{ query: { limit: PAGE_SIZE, ...(unreadOnly ? { unreadOnly } : {}) } },
		{ refetchOnMount: 'always' },
	)
	const unread = useRead(getUnreadCount, {})
	const marking = useMarkRead()
	const failure = marking.error ? getFailureMessage(marking.error, markRead.config.failure) : null

	const markAll = async () => {
		if (isMarkingAll) return
		marking.reset()
		if ((unread.data?.count ?? 0) === 0 && data?.unreadCount === 0) return setMessage('No activities to mark as read')
		setMessage(null)
		setMarkingAll(true)
		try {
			await markAllRead()
			marking.showAllRead()
		} catch (error) {
			if (!(error instanceof ApiError)) throw error
			setMessage(getFailureMessage(error, markRead.config.failure))
		}
		setMarkingAll(false)
		marking.scheduleRefetch()
	}

	return (
		<div>
			<PanelHead
				unreadOnly={unreadOnly}
				isMarkingAll={isMarkingAll}
				onFilter={(only) => {
					setMessage(null)
					setUnreadOnly(only)
				}}
				onMarkAll={() => void markAll()}
			/>
			<p role="status" className={css.message}>
				{failure ?? message}
			</p>
			{data ? (
				data.activities.length === 0 ? (
					<EmptyFeed unreadOnly={unreadOnly} />
				) : (
					<>
						<Feed
							activities={data.activities}
							onRead={(activity) => {
								if (!activity.isRead) marking.mark(activity)
							}}
						/>
						<p className={css.end}>{describeEnd(unreadOnly, data.nextCursor === null)}</p>
					</>
				)
			) : error ? (
				<div className={css.empty} role="alert">
					<p>{getFailureMessage(error, listNotifications.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<FeedSkeleton />
			)}
		</div>
	)
}

interface FeedProps {
	/** Newest first. */
	activities: readonly Activity[]
	onRead: (activity: Activity) => void
}

/** The activities under the headings of their days. */
function Feed({ activities, onRead }: FeedProps) {
	const nowMs = Date.now()
	const dayOf = ({ createdAt }: Activity) => formatDayGroup(createdAt, nowMs)
	return [...new Set(activities.map(dayOf))].map((day) => (
		<section key={day} aria-label={day}>
			<h3 className={css.day}>{day}</h3>
			<ul>
				{activities
					.filter((activity) => dayOf(activity) === day)
					.map((activity) => (
						<li key={activity.id}>
							<ActivityRow activity={activity} onRead={() => onRead(activity)} />
						</li>
					))}
			</ul>
		</section>
	))
}

function describeEnd(unreadOnly: boolean, isComplete: boolean): string {
	if (!isComplete) return `These are the ${PAGE_SIZE} newest.`
	return unreadOnly ? 'That is everything since you last looked.' : 'That is everything.'
}

interface PanelHeadProps {
	unreadOnly: boolean
	isMarkingAll: boolean
	onFilter: (unreadOnly: boolean) => void
	onMarkAll: () => void
}

function PanelHead({ unreadOnly, isMarkingAll, onFilter, onMarkAll }: PanelHeadProps) {
	return (
		<div className={css.head}>
			<h2 tabIndex={-1}>Notifications</h2>
			<Button kind="plain" aria-disabled={isMarkingAll} onClick={onMarkAll}>
				{isMarkingAll ? 'Marking...' : 'Mark All as Read'}
			</Button>
			<button
				type="button"
				className={`${buttonClass('icon')} ${css.close}`}
				aria-label="Close"
				popoverTarget="notifications"
				popoverTargetAction="hide"
			>
				<FrameIcon name="close" />
			</button>
			<fieldset className={css.filter} aria-label="Show">
				{[false, true].map((only) => (
					<button key={String(only)} type="button" aria-pressed={unreadOnly === only} onClick={() => onFilter(only)}>
						{only ? 'Unread' : 'All'}
					</button>
				))}
			</fieldset>
		</div>
	)
}

function EmptyFeed({ unreadOnly }: { unreadOnly: boolean }) {
	const { user } = useSession()
	return (
		<div className={css.empty}>
			<Scene name={unreadOnly ? 'bell' : user?.followingCount ? 'lantern' : 'cups'} />
			<p>{unreadOnly ? 'No unread notifications.' : 'No recent activity from users you follow.'}</p>
			{!unreadOnly && (
				<Link className={buttonClass('quiet')} to={paths.users()}>
					Find People to Follow
				</Link>
			)}
		</div>
	)
}

function FeedSkeleton() {
	return (
		<ul aria-label="Loading notifications">
			{[0, 1, 2, 3].map((index) => (
				<li key={index} className={css.skeleton}>
					<Skeleton shape="round" />
					<span>
						<Skeleton />
						<Skeleton shape="short" />
					</span>
				</li>
			))}
		</ul>
	)
}
