import { useEffect, useEffectEvent } from 'react'
import { getUnreadCount } from '#contract/activity.ts'
import { useRead } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import css from './unread-badge.module.css'

const POLL_MS = 30_000
const MAX_SHOWN_COUNT = 99

/** The unread count of both parts, polled every 30 seconds while the page is visible, and refetched on focus. An error counts as 0. */
export function UnreadBadge() {
	const { data, error, retry } = useRead(
		getUnreadCount,
		{},
		{ refetchInterval: POLL_MS, refetchOnMount: 'always', refetchOnWindowFocus: 'always' },
	)
	const refetch = useEffectEvent(retry)
	// A window can regain focus without ever having been hidden.
	useEffect(() => {
		const onFocus = () => refetch()
		window.addEventListener('focus', onFocus)
		return () => window.removeEventListener('focus', onFocus)
	}, [])
	// A server of an earlier version does not send `you`
	const count = error || !data ? 0 : data.count + (data.you || 0)
	if (count === 0) return null
	return (
		<>
			<span className={css.badge} aria-hidden="true">
				{count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : count}
			</span>
			<span className="visually-hidden">{formatCount(count)} unread</span>
		</>
	)
}
