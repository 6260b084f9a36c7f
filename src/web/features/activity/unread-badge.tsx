import { useEffect, useEffectEvent } from 'react'
import { getUnreadCount } from '#contract/activity.ts'
import { useRead } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import css from './unread-badge.module.css'

const POLL_MS = 30_000
const MAX_SHOWN_COUNT = 99

/** How much is unread, asked for every 30 seconds while the page is in sight, and when it comes back. A failure reads as none. */
export function UnreadBadge() {
	const { data, error, retry } = useRead(
		getUnreadCount,
		{},
		{ refetchInterval: POLL_MS, refetchOnMount: 'always', refetchOnWindowFocus: 'always' },
	)
	const ask = useEffectEvent(retry)
	// A window can get the focus back without ever having been out of sight.
	useEffect(() => {
		const onFocus = () => ask()
		window.addEventListener('focus', onFocus)
		return () => window.removeEventListener('focus', onFocus)
	}, [])
	const count = error ? 0 : (data?.count ?? 0)
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
