import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { getUnreadCount, listFollowingActivity, markRead } from '#contract/activity.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useSession } from '#web/app/session.tsx'
import { ActivityRow } from '#web/features/activity/activity-row.tsx'
import { useMarkRead } from '#web/features/activity/use-mark-read.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Scene } from '#web/ui/scene.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { DayGroups } from './day-groups.tsx'
import { NotificationRow } from './notification-row.tsx'
import css from './panel.module.css'
import { PanelHead, type Tab } from './panel-head.tsx'
import { useMarkAll } from './use-mark-all.ts'
import { useMarkNotifications } from './use-mark-notifications.ts'

const PAGE_SIZE = 50
const FAILURES: Record<Tab, string> = {
	you: listMyNotifications.config.failure,
	following: listFollowingActivity.config.failure,
}

/** What others did with one's own, and what followed users did: each all or only unread. */
export function NotificationsPanel() {
	const [chosenTab, setTab] = useState<Tab | null>(null)
	const [unreadOnly, setUnreadOnly] = useState(false)
	const [message, setMessage] = useState<string | null>(null)
	const query = { limit: PAGE_SIZE, ...(unreadOnly ? { unreadOnly } : {}) }
	const mine = useRead(listMyNotifications, { query }, { refetchOnMount: 'always' })
	const followed = useRead(listFollowingActivity, { query }, { refetchOnMount: 'always' })
	const unread = useRead(getUnreadCount, {})
	const activityMarks = useMarkRead()
	const notificationMarks = useMarkNotifications()
	const counts = {
		you: unread.data?.you ?? mine.data?.unreadCount ?? 0,
		following: unread.data?.count ?? followed.data?.unreadCount ?? 0,
	}

	// Chosen once, so that reading the last new item does not change the tab
	const isSettled = (mine.data || mine.error) && (followed.data || followed.error)
	if (chosenTab === null && isSettled) setTab(chooseTab(counts, mine.data?.notifications.length ?? 0))
	const tab = chosenTab ?? 'following'
	const shown = tab === 'you' ? mine : followed

	const failedMark = activityMarks.error ?? notificationMarks.error
	const failure = failedMark ? getFailureMessage(failedMark, markRead.config.failure) : null

	const { isMarking, markAll } = useMarkAll(() => {
		activityMarks.showAllRead()
		activityMarks.scheduleRefetch()
	}, setMessage)
	const pressMarkAll = () => {
		if (isMarking) return
		activityMarks.reset()
		notificationMarks.reset()
		const isAllRead = counts.you + counts.following === 0 && !mine.data?.unreadCount && !followed.data?.unreadCount
		setMessage(isAllRead ? 'No activities to mark as read' : null)
		if (!isAllRead) markAll()
	}

	return (
		<div>
			<PanelHead
				tab={tab}
				counts={counts}
				unreadOnly={unreadOnly}
				isMarkingAll={isMarking}
				onTab={(next) => {
					setMessage(null)
					setTab(next)
				}}
				onFilter={(only) => {
					setMessage(null)
					setUnreadOnly(only)
				}}
				onMarkAll={pressMarkAll}
			/>
			<p role="status" className={css.message}>
				{failure ?? message}
			</p>
			{chosenTab === null || (!shown.data && !shown.error) ? (
				<PanelSkeleton />
			) : shown.data ? (
				<Rows tab={tab} unreadOnly={unreadOnly} isComplete={shown.data.nextCursor === null}>
					{tab === 'you'
						? mine.data?.notifications.length && (
								<DayGroups
									rows={mine.data.notifications}
									renderRow={(notification) => (
										<NotificationRow notification={notification} onRead={() => notificationMarks.mark(notification)} />
									)}
								/>
							)
						: followed.data?.activities.length && (
								<DayGroups
									rows={followed.data.activities}
									renderRow={(activity) => (
										<ActivityRow activity={activity} onRead={() => !activity.isRead && activityMarks.mark(activity)} />
									)}
								/>
							)}
				</Rows>
			) : (
				<div className={css.empty} role="alert">
					<p>{shown.error && getFailureMessage(shown.error, FAILURES[tab])}</p>
					<TryAgain onRetry={shown.retry} />
				</div>
			)}
		</div>
	)
}

/** The tab that has something new, the viewer's own first; without anything new, the viewer's own unless it is empty. */
function chooseTab(counts: Record<Tab, number>, ownRows: number): Tab {
	if (counts.you > 0) return 'you'
	if (counts.following > 0) return 'following'
	return ownRows > 0 ? 'you' : 'following'
}

interface RowsProps {
	tab: Tab
	unreadOnly: boolean
	isComplete: boolean
	/** Falsy without any. */
	children: ReactNode
}

function Rows({ tab, unreadOnly, isComplete, children }: RowsProps) {
	if (!children) return <EmptyPanel tab={tab} unreadOnly={unreadOnly} />
	return (
		<>
			{children}
			<p className={css.end}>{describeEnd(unreadOnly, isComplete)}</p>
		</>
	)
}

function describeEnd(unreadOnly: boolean, isComplete: boolean): string {
	if (!isComplete) return `These are the ${PAGE_SIZE} newest.`
	return unreadOnly ? 'You’re all caught up.' : 'That’s everything.'
}

function EmptyPanel({ tab, unreadOnly }: { tab: Tab; unreadOnly: boolean }) {
	const { user } = useSession()
	const isFollowing = tab === 'following'
	return (
		<div className={css.empty}>
			<Scene name={unreadOnly ? 'bell' : isFollowing && !user?.followingCount ? 'cups' : 'lantern'} />
			<p>
				{unreadOnly
					? 'No unread notifications.'
					: isFollowing
						? 'No recent activity from users you follow.'
						: 'Likes, comments and new followers will appear here.'}
			</p>
			{!unreadOnly && isFollowing && (
				<Link className={buttonClass('quiet')} to={paths.users()}>
					Find People to Follow
				</Link>
			)}
		</div>
	)
}

function PanelSkeleton() {
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
