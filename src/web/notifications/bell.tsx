import { useState } from 'react'
import { usePart } from '../part.ts'
import { useSession } from '../session.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './bell.module.css'

const loadBadge = () => import('./unread-badge.tsx')
const loadPanel = () => import('./panel.tsx')

/** The bell of a member with the number of what is unread, and behind it the feed. Both come after the page. */
export function Bell() {
	const { status } = useSession()
	const [isOpen, setOpen] = useState(false)
	const { part: badge } = usePart(loadBadge, status === 'in')
	const { part: panel, failed } = usePart(loadPanel, isOpen)
	return (
		<div data-for="members">
			<button type="button" className={`${buttonClass('icon')} ${css.bell}`} popoverTarget="notifications">
				<span className="visually-hidden">Notifications</span>
				<Icon name="bell" size={22} />
				{badge && status === 'in' && <badge.UnreadBadge />}
			</button>
			<div
				id="notifications"
				popover="auto"
				role="dialog"
				aria-label="Notifications"
				className={css.sheet}
				onToggle={({ newState }) => setOpen(newState === 'open')}
			>
				{isOpen && panel ? (
					<panel.Panel />
				) : (
					<p className={css.wait} role="status">
						{failed ? 'Failed to fetch activities' : isOpen && 'Loading...'}
					</p>
				)}
				{failed && (
					<button type="button" className={buttonClass('quiet')} onClick={() => window.location.reload()}>
						Try Again
					</button>
				)}
			</div>
		</div>
	)
}
