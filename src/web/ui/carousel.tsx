import {
	Children,
	type FocusEvent,
	type ReactNode,
	type RefObject,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react'
import { Button } from './button.tsx'
import css from './carousel.module.css'
import { LOOP_COUNT, useEndlessScroll } from './endless-scroll.ts'
import { Icon } from './icon.tsx'
import { useMediaQuery } from './use-media-query.ts'

const AUTOPLAY_MS = 5000
const LOCK_MS = 500

interface CarouselProps {
	label: string
	children: ReactNode
}

/**
 * Slides that advance every 5 seconds and wrap around. Buttons and arrow keys move them, too; after a step, further
 * steps are ignored for 500 ms. Autoplay stops while paused, hovered, focused or hidden, and under reduced motion.
 */
export function Carousel({ label, children }: CarouselProps) {
	const count = Children.count(children)
	const section = useRef<HTMLElement>(null)
	const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)')
	// Only there the style sheet lets the slides be scrolled by hand, and what scrolls must be reachable by keyboard
	const isScrollable = useMediaQuery('(any-pointer: coarse)')
	const { container, index: current, step: scroll } = useEndlessScroll(count)
	const { isPaused, isPlaying, toggle, handlers } = usePlayback(isMotionReduced)
	const step = useLock((direction) => scroll(direction, isMotionReduced ? 'instant' : 'smooth'))
	useAutoplay(count > 1 && isPlaying, current, () => step(1))
	useArrowKeys(section, step)
	return (
		<section ref={section} className={css.carousel} aria-roledescription="carousel" aria-label={label} {...handlers}>
			<div
				className={`${css.viewport} ${css.endless}`}
				ref={container}
				{...(isScrollable && { role: 'group', 'aria-label': 'Pictures', tabIndex: 0 })}
			>
				{count > 1 && <SnapPoints count={count * LOOP_COUNT} />}
				<ul className={css.row}>
					{Children.map(children, (slide, index) => (
						<li className={css.slide} aria-hidden={index !== current}>
							{slide}
						</li>
					))}
				</ul>
			</div>
			{count > 1 && (
				<div className={css.controls}>
					<p className={css.position} aria-live={isPlaying ? 'off' : 'polite'}>
						{current + 1} of {count}
					</p>
					<div className={css.buttons}>
						{!isMotionReduced && (
							<Button kind="icon" aria-label={isPaused ? 'Play pictures' : 'Pause pictures'} onClick={toggle}>
								<Icon name={isPaused ? 'play' : 'pause'} />
							</Button>
						)}
						<Button kind="icon" aria-label="Previous picture" onClick={() => step(-1)}>
							<Icon name="left" />
						</Button>
						<Button kind="icon" aria-label="Next picture" onClick={() => step(1)}>
							<Icon name="right" />
						</Button>
					</div>
				</div>
			)}
		</section>
	)
}

/** The snap points of the scroll container, separate from the slides, which are repositioned. */
function SnapPoints({ count }: { count: number }) {
	return (
		<div className={css.stops} aria-hidden="true">
			{Array.from({ length: count }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the elements are identical
				<div key={index} />
			))}
		</div>
	)
}

/** Tracks whether autoplay runs, through event handlers on the carousel's section. */
function usePlayback(isMotionReduced: boolean) {
	const [isHovered, setHovered] = useState(false)
	const [isFocused, setFocused] = useState(false)
	// Pressing Play leaves pointer and focus on the button, so do not pause on them.
	const [override, setOverride] = useState<'play' | 'pause' | null>(null)
	const isHidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden)
	const isPaused = override === 'pause'
	const clearPlay = () => setOverride((before) => (before === 'play' ? null : before))
	return {
		isPaused,
		isPlaying: !(isMotionReduced || isHidden || isPaused || (override === null && (isHovered || isFocused))),
		toggle: () => setOverride(isPaused ? 'play' : 'pause'),
		handlers: {
			onPointerEnter: () => setHovered(true),
			onPointerLeave: () => {
				setHovered(false)
				clearPlay()
			},
			onFocus: () => setFocused(true),
			onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
				if (currentTarget.contains(relatedTarget)) return
				setFocused(false)
				clearPlay()
			},
		},
	}
}

type Step = (direction: 1 | -1) => void

/** Returns `step`, throttled to one call per 500 ms. */
function useLock(step: Step): Step {
	const lockedUntil = useRef(0)
	return (direction) => {
		const now = performance.now()
		if (now < lockedUntil.current) return
		lockedUntil.current = now + LOCK_MS
		step(direction)
	}
}

/** Advances 5 seconds after playback starts and after each change of slide. */
function useAutoplay(isPlaying: boolean, index: number, onAdvance: () => void): void {
	const advance = useEffectEvent(onAdvance)
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new slide restarts the timer
	useEffect(() => {
		if (!isPlaying) return
		const timer = setTimeout(advance, AUTOPLAY_MS)
		return () => clearTimeout(timer)
	}, [isPlaying, index])
}

/** Steps on arrow keys while the carousel has the focus, or is in view and nothing else has the focus. */
function useArrowKeys(section: RefObject<HTMLElement | null>, step: Step): void {
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
		if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
		const focus = document.activeElement
		const isFree = focus === null || focus === document.body || focus.matches('main')
		const carousel = section.current
		if (!carousel || !(carousel.contains(focus) || (isFree && isInView(carousel)))) return
		event.preventDefault()
		step(event.key === 'ArrowRight' ? 1 : -1)
	})
	useEffect(() => {
		const listener = (event: KeyboardEvent) => onKey(event)
		document.addEventListener('keydown', listener)
		return () => document.removeEventListener('keydown', listener)
	}, [])
}

function subscribeToVisibility(listener: () => void): () => void {
	document.addEventListener('visibilitychange', listener)
	return () => document.removeEventListener('visibilitychange', listener)
}

function isInView(element: Element): boolean {
	const { top, bottom, height } = element.getBoundingClientRect()
	return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2
}
