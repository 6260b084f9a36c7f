import { useState } from 'react'
import { Link } from 'react-router'
import { getUnreadCount, listNotifications, markRead } from '#contract/activity.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/app/api-client.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { ActivityRow } from './activity-row.tsx'
import { markAllRead } from './mark-all-read.ts'
import css from './panel.module.css'
import { useMarkRead } from './use-mark-read.ts'

const PAGE_SIZE = 50

/** What the people whom one follows did: all of it or what is unread. */
export function NotificationsPanel() {
	const [unreadOnly, setUnreadOnly] = useState(false)
	const [said, setSaid] = useState<string | null>(null)
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
		if ((unread.data?.count ?? 0) === 0 && data?.unreadCount === 0) return setSaid('No activities to mark as read')
		setSaid(null)
		setMarkingAll(true)
		try {
			await markAllRead()
			marking.showAllRead()
		} catch (refusal) {
			if (!(refusal instanceof ApiError)) throw refusal
			setSaid(getFailureMessage(refusal, markRead.config.failure))
		}
		setMarkingAll(false)
		marking.recount()
	}

	return (
		<div className={css.panel}>
			<div className={css.head}>
				<h2 tabIndex={-1}>Notifications</h2>
				<Button kind="plain" aria-disabled={isMarkingAll} onClick={() => void markAll()}>
					{isMarkingAll ? 'Marking...' : 'Mark all as read'}
				</Button>
				<button
					type="button"
					className={`${buttonClass('icon')} ${css.close}`}
					aria-label="Close"
					popoverTarget="notifications"
					popoverTargetAction="hide"
				>
					<Icon name="close" />
				</button>
				<fieldset className={css.filter} aria-label="Show">
					{[false, true].map((only) => (
						<button
							key={String(only)}
							type="button"
							aria-pressed={unreadOnly === only}
							onClick={() => {
								setSaid(null)
								setUnreadOnly(only)
							}}
						>
							{only ? 'Unread' : 'All'}
						</button>
					))}
				</fieldset>
			</div>
			<p role="status" className={css.said}>
				{failure ?? said}
			</p>
			{data ? (
				data.activities.length === 0 ? (
					<div className={css.empty}>
						<p>{unreadOnly ? 'No unread notifications.' : 'No recent activity from users you follow.'}</p>
						{!unreadOnly && (
							<Link className={buttonClass('quiet')} to={paths.users()}>
								Find people to follow
							</Link>
						)}
					</div>
				) : (
					<ul>
						{data.activities.map((activity) => (
							<li key={activity.id}>
								<ActivityRow activity={activity} onRead={() => activity.isRead || marking.mark(activity)} />
							</li>
						))}
					</ul>
				)
			) : error ? (
				<div className={css.empty} role="alert">
					<p>{getFailureMessage(error, listNotifications.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<ul aria-label="Loading notifications">
					{[0, 1, 2, 3].map((place) => (
						<li key={place} className={css.waiting}>
							<Skeleton shape="round" />
							<span>
								<Skeleton />
								<Skeleton shape="short" />
							</span>
						</li>
					))}
				</ul>
			)}
		</div>
	)
}
