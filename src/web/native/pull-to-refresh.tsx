import { useEffect, useEffectEvent, useRef, useState } from 'react'
import card from '#web/ui/card.module.css'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './pull-to-refresh.module.css'

/** How far the mark follows the finger, and the distance from which releasing refreshes. */
const MAX_PULL_PX = 110
const REFRESH_THRESHOLD_PX = 70
/** Minimum time to show the spinner: a flash would look like a glitch. */
const MIN_SPINNER_MS = 500

/** Refetches the page's data when the user pulls down at the top of the page. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
	const [pulledPx, setPulled] = useState(0)
	const [isRefreshing, setRefreshing] = useState(false)
	const latest = useRef(0)
	const pull = useEffectEvent((px: number) => {
		latest.current = px
		setPulled(px)
	})
	const refresh = useEffectEvent(async () => {
		setRefreshing(true)
		const minDelay = new Promise((resolve) => setTimeout(resolve, MIN_SPINNER_MS))
		await Promise.allSettled([onRefresh(), minDelay])
		setRefreshing(false)
	})
	// Listens on the document, so that the gesture works anywhere on the page
	useEffect(() => {
		let start: { x: number; y: number } | null = null
		const begin = ({ touches, target }: TouchEvent) => {
			const [touch] = touches
			const isFree = touches.length === 1 && window.scrollY <= 0 && target instanceof Element && !hasOwnGesture(target)
			start = touch && isFree ? { x: touch.clientX, y: touch.clientY } : null
		}
		const move = (event: TouchEvent) => {
			const [touch] = event.touches
			if (!start || !touch) return
			const [across, down] = [touch.clientX - start.x, touch.clientY - start.y]
			// A carousel swiped sideways, a row being dragged, or the page being scrolled
			if (event.defaultPrevented || down < 0 || window.scrollY > 0 || Math.abs(across) > Math.max(down, 10)) {
				start = null
				pull(0)
				return
			}
			pull(Math.min(MAX_PULL_PX, down / 2))
		}
		const end = () => {
			if (start && latest.current >= REFRESH_THRESHOLD_PX) void refresh()
			start = null
			pull(0)
		}
		const cancel = () => {
			start = null
			pull(0)
		}
		const options = { passive: true }
		document.addEventListener('touchstart', begin, options)
		document.addEventListener('touchmove', move, options)
		document.addEventListener('touchend', end, options)
		document.addEventListener('touchcancel', cancel, options)
		return () => {
			document.removeEventListener('touchstart', begin)
			document.removeEventListener('touchmove', move)
			document.removeEventListener('touchend', end)
			document.removeEventListener('touchcancel', cancel)
		}
	}, [])
	const isShown = isRefreshing || pulledPx > 0
	return (
		<div className={css.place} role="status">
			{isShown && (
				<span
					className={`${card.raised} ${css.mark} ${isRefreshing ? css.reading : ''}`}
					ref={(mark) => {
						if (mark)
							mark.style.transform = isRefreshing
								? ''
								: `translateY(${pulledPx - MAX_PULL_PX + 40}px) rotate(${pulledPx * 2}deg)`
					}}
				>
					<FrameIcon name="crystal" size={26} />
					{isRefreshing && <span className="visually-hidden">Refreshing</span>}
				</span>
			)}
		</div>
	)
}

/** Whether the touched element is an overlay or handles gestures itself. */
function hasOwnGesture(target: Element): boolean {
	return target.closest('dialog, [popover], input, textarea, select, [aria-roledescription]') !== null
}
