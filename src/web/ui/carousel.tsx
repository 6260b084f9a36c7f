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
import { TURNS, useEndlessScroll } from './endless-scroll.ts'
import { Icon } from './icon.tsx'
import { useMedia } from './use-media.ts'

const AUTOPLAY_MS = 5000
const LOCK_MS = 500

interface CarouselProps {
	label: string
	children: ReactNode
}

/**
 * Slides that move on every 5 seconds and wrap around. Buttons and arrow keys move them too; a step locks further ones
 * for half a second. It rests while paused, hovered, focused or hidden, and under reduced motion.
 */
export function Carousel({ label, children }: CarouselProps) {
	const count = Children.count(children)
	const section = useRef<HTMLElement>(null)
	const isStill = useMedia('(prefers-reduced-motion: reduce)')
	const { box, place, step: scroll } = useEndlessScroll(count)
	const { isPaused, isResting, toggle, watched } = useRest(isStill)
	const step = useLock((direction) => scroll(direction, isStill ? 'instant' : 'smooth'))
	useAutoplay(count > 1 && !isResting, place, () => step(1))
	useArrowKeys(section, step)
	return (
		<section ref={section} className={css.carousel} aria-roledescription="carousel" aria-label={label} {...watched}>
			<div className={`${css.viewport} ${css.endless}`} ref={box}>
				{count > 1 && <Stops count={count * TURNS} />}
				<ul className={css.row}>
					{Children.map(children, (slide, index) => (
						<li className={css.slide} aria-hidden={index !== place}>
							{slide}
						</li>
					))}
				</ul>
			</div>
			{count > 1 && (
				<div className={css.controls}>
					<p className={css.place} aria-live={isResting ? 'polite' : 'off'}>
						{place + 1} of {count}
					</p>
					<div className={css.buttons}>
						{!isStill && (
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

/** Where the scroll container snaps, apart from the slides, which move about. */
function Stops({ count }: { count: number }) {
	return (
		<div className={css.stops} aria-hidden="true">
			{Array.from({ length: count }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: one is like another
				<div key={index} />
			))}
		</div>
	)
}

/** Whether the carousel rests, and the handlers of the section by which it knows. */
function useRest(isStill: boolean) {
	const [isHovered, setHovered] = useState(false)
	const [isFocused, setFocused] = useState(false)
	// Pressing Play leaves pointer and focus on the button, so do not pause on them.
	const [wish, setWish] = useState<'play' | 'pause' | null>(null)
	const isHidden = useSyncExternalStore(onVisibility, () => document.hidden)
	const isPaused = wish === 'pause'
	const forgetPlay = () => setWish((before) => (before === 'play' ? null : before))
	return {
		isPaused,
		isResting: isStill || isHidden || isPaused || (wish === null && (isHovered || isFocused)),
		toggle: () => setWish(isPaused ? 'play' : 'pause'),
		watched: {
			onPointerEnter: () => setHovered(true),
			onPointerLeave: () => {
				setHovered(false)
				forgetPlay()
			},
			onFocus: () => setFocused(true),
			onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
				if (currentTarget.contains(relatedTarget)) return
				setFocused(false)
				forgetPlay()
			},
		},
	}
}

type Step = (direction: 1 | -1) => void

/** The step, but nothing within half a second of the one before. */
function useLock(step: Step): Step {
	const lockedUntil = useRef(0)
	return (direction) => {
		const now = performance.now()
		if (now < lockedUntil.current) return
		lockedUntil.current = now + LOCK_MS
		step(direction)
	}
}

/** Advances five seconds after the start and after each new place, whoever chose it. */
function useAutoplay(isPlaying: boolean, place: number, onAdvance: () => void): void {
	const advance = useEffectEvent(onAdvance)
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new place starts the time anew
	useEffect(() => {
		if (!isPlaying) return
		const timer = setTimeout(advance, AUTOPLAY_MS)
		return () => clearTimeout(timer)
	}, [isPlaying, place])
}

/** The arrow keys are the carousel's while it has the focus, or is in sight and nothing else has the focus. */
function useArrowKeys(section: RefObject<HTMLElement | null>, step: Step): void {
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
		if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
		const focus = document.activeElement
		const isFree = focus === null || focus === document.body || focus.matches('main')
		const carousel = section.current
		if (!carousel || !(carousel.contains(focus) || (isFree && isInSight(carousel)))) return
		event.preventDefault()
		step(event.key === 'ArrowRight' ? 1 : -1)
	})
	useEffect(() => {
		const listener = (event: KeyboardEvent) => onKey(event)
		document.addEventListener('keydown', listener)
		return () => document.removeEventListener('keydown', listener)
	}, [])
}

function onVisibility(listener: () => void): () => void {
	document.addEventListener('visibilitychange', listener)
	return () => document.removeEventListener('visibilitychange', listener)
}

function isInSight(element: Element): boolean {
	const { top, bottom, height } = element.getBoundingClientRect()
	return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2
}
