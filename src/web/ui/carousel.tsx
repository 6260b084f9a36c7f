import useEmblaCarousel from 'embla-carousel-react'
import { Children, type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import css from './carousel.module.css'
import { Icon } from './icon.tsx'
import { useMedia } from './use-media.ts'

const autoplayMs = 5000
const lockMs = 500

interface CarouselProps {
	label: string
	children: ReactNode
}

/**
 * Slides that move on every 5 seconds and wrap around. Buttons and arrow keys move them too; a step locks further ones
 * for half a second. It rests under the pointer, while it has the focus, in a tab that is not seen, when it is paused,
 * and where motion is not wanted.
 */
export function Carousel({ label, children }: CarouselProps) {
	const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'start' })
	const count = Children.count(children)
	const [place, setPlace] = useState(0)
	const [isHovered, setHovered] = useState(false)
	const [isFocused, setFocused] = useState(false)
	// Who presses Play has the pointer and the focus on the button: it plays on until they leave.
	const [wish, setWish] = useState<'play' | 'pause' | null>(null)
	const isStill = useMedia('(prefers-reduced-motion: reduce)')
	const isHidden = useSyncExternalStore(onVisibility, () => document.hidden)
	const isResting = isStill || isHidden || wish === 'pause' || (wish === null && (isHovered || isFocused))
	const box = useRef<HTMLElement>(null)
	const lockedUntil = useRef(0)

	useEffect(() => {
		if (!embla) return
		const follow = () => setPlace(embla.selectedScrollSnap())
		embla.on('select', follow)
		return () => {
			embla.off('select', follow)
		}
	}, [embla])

	function step(direction: 1 | -1): void {
		const now = performance.now()
		if (!embla || now < lockedUntil.current) return
		lockedUntil.current = now + lockMs
		if (direction === 1) embla.scrollNext(isStill)
		else embla.scrollPrev(isStill)
	}

	const advance = useEffectEvent(() => step(1))
	useEffect(() => {
		if (!embla || isResting || count < 2) return
		let timer: ReturnType<typeof setTimeout>
		// A step by hand starts the time anew.
		const restart = () => {
			clearTimeout(timer)
			timer = setTimeout(advance, autoplayMs)
		}
		embla.on('select', restart)
		restart()
		return () => {
			clearTimeout(timer)
			embla.off('select', restart)
		}
	}, [embla, isResting, count])

	// The arrow keys are the carousel's while it is in sight and nothing else has the focus.
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
		if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
		const focus = document.activeElement
		const isFree = focus === null || focus === document.body || focus.matches('main')
		if (!box.current || !(box.current.contains(focus) || (isFree && isInSight(box.current)))) return
		event.preventDefault()
		step(event.key === 'ArrowRight' ? 1 : -1)
	})
	useEffect(() => {
		const listener = (event: KeyboardEvent) => onKey(event)
		document.addEventListener('keydown', listener)
		return () => document.removeEventListener('keydown', listener)
	}, [])

	const leave = () => setWish((before) => (before === 'play' ? null : before))
	return (
		<section
			ref={box}
			className={css.carousel}
			aria-roledescription="carousel"
			aria-label={label}
			onPointerEnter={() => setHovered(true)}
			onPointerLeave={() => {
				setHovered(false)
				leave()
			}}
			onFocus={() => setFocused(true)}
			onBlur={({ currentTarget, relatedTarget }) => {
				if (currentTarget.contains(relatedTarget)) return
				setFocused(false)
				leave()
			}}
		>
			<div className={css.viewport} ref={viewport}>
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
							<Button
								kind="icon"
								aria-label={wish === 'pause' ? 'Play pictures' : 'Pause pictures'}
								onClick={() => setWish(wish === 'pause' ? 'play' : 'pause')}
							>
								<Icon name={wish === 'pause' ? 'play' : 'pause'} />
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

function onVisibility(listener: () => void): () => void {
	document.addEventListener('visibilitychange', listener)
	return () => document.removeEventListener('visibilitychange', listener)
}

function isInSight(element: Element): boolean {
	const { top, bottom, height } = element.getBoundingClientRect()
	return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2
}
