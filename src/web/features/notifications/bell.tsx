import { useEffect, useRef, useState } from 'react'
import { reloadIfReachable } from '#web/app/chunk-errors.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './bell.module.css'

const UnreadBadge = lazy(() => import('./unread-badge.tsx'), 'UnreadBadge')
const loadPanel = () => import('./panel.tsx')

/** The notification bell of a logged-in user: an unread badge and the notifications in a popover. Both load after the page. */
export function Bell() {
	const { status } = useSession()
	const [isOpen, setOpen] = useState(false)
	const sheet = useRef<HTMLDivElement>(null)
	// The browser may have opened the popover before hydration
	useEffect(() => {
		if ('popover' in HTMLElement.prototype && sheet.current?.matches(':popover-open')) setOpen(true)
	}, [])
	const { module: panel, hasFailed } = useLazyModule(loadPanel, isOpen)
	return (
		<div data-for="members">
			<button type="button" className={`${buttonClass('icon')} ${css.bell}`} popoverTarget="notifications">
				<span className="visually-hidden">Notifications</span>
				<FrameIcon name="bell" size={22} />
				{status === 'in' && <UnreadBadge />}
			</button>
			<div
				ref={sheet}
				id="notifications"
				popover="auto"
				role="dialog"
				aria-label="Notifications"
				// Keeps the focus when the focused element is removed.
				tabIndex={-1}
				className={`${card.raised} ${css.sheet}`}
				onToggle={({ newState }) => setOpen(newState === 'open')}
			>
				{isOpen && panel ? (
					<panel.NotificationsPanel />
				) : hasFailed ? (
					<div className={css.wait} role="alert">
						<p>Failed to fetch activities</p>
						<TryAgain onRetry={() => void reloadIfReachable()} />
					</div>
				) : (
					<p className={css.wait} role="status">
						{isOpen && 'Loading...'}
					</p>
				)}
			</div>
		</div>
	)
}
