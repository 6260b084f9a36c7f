import { useEffect, useEffectEvent, useRef, useState } from 'react'
import card from '#web/ui/card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import css from './pull-to-refresh.module.css'

/** How far the mark follows the finger, and from where on letting go reads anew. */
const REACH_PX = 110
const THRESHOLD_PX = 70
/** The mark is shown at least this long: a flash would look like a fault. */
const MIN_SHOWN_MS = 500

/** Reads what the page shows anew when it is pulled down at its top. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
	const [pulledPx, setPulled] = useState(0)
	const [isReading, setReading] = useState(false)
	const latest = useRef(0)
	const pull = useEffectEvent((px: number) => {
		latest.current = px
		setPulled(px)
	})
	const refresh = useEffectEvent(async () => {
		setReading(true)
		const least = new Promise((resolve) => setTimeout(resolve, MIN_SHOWN_MS))
		await Promise.allSettled([onRefresh(), least])
		setReading(false)
	})
	// Fingers are the browser's.
	useEffect(() => {
		let from: { x: number; y: number } | null = null
		const begin = ({ touches, target }: TouchEvent) => {
			const [touch] = touches
			const isFree = touches.length === 1 && window.scrollY <= 0 && target instanceof Element && !isInside(target)
			from = touch && isFree ? { x: touch.clientX, y: touch.clientY } : null
		}
		const move = (event: TouchEvent) => {
			const [touch] = event.touches
			if (!from || !touch) return
			const [across, down] = [touch.clientX - from.x, touch.clientY - from.y]
			// A strip that is moved sideways, a row that is dragged, or the page that is scrolled
			if (event.defaultPrevented || down < 0 || window.scrollY > 0 || Math.abs(across) > Math.max(down, 10)) {
				from = null
				pull(0)
				return
			}
			pull(Math.min(REACH_PX, down / 2))
		}
		const end = () => {
			if (from && latest.current >= THRESHOLD_PX) void refresh()
			from = null
			pull(0)
		}
		const cancel = () => {
			from = null
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
	const isShown = isReading || pulledPx > 0
	return (
		<div className={css.place} role="status">
			{isShown && (
				<span
					className={`${card.raised} ${css.mark} ${isReading ? css.reading : ''}`}
					ref={(mark) => {
						if (mark)
							mark.style.transform = isReading
								? ''
								: `translateY(${pulledPx - REACH_PX + 40}px) rotate(${pulledPx * 2}deg)`
					}}
				>
					<Icon name="crystal" size={26} />
					{isReading && <span className="visually-hidden">Reading anew</span>}
				</span>
			)}
		</div>
	)
}

/** What lies over the page, or is moved by hand itself, is not the page. */
function isInside(target: Element): boolean {
	return target.closest('dialog, [popover], input, textarea, select, [aria-roledescription]') !== null
}
