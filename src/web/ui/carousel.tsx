import useEmblaCarousel from 'embla-carousel-react'
import { Children, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import css from './carousel.module.css'
import { Icon } from './icon.tsx'

const autoplayMs = 5000
const lockMs = 500

export interface CarouselProps {
	label: string
	children: ReactNode
}

/**
 * Slides that move on every 5 seconds and wrap around. Arrow keys and buttons move them too; a step locks further
 * ones for half a second. It rests under the pointer, while it has the focus, and where motion is not wanted.
 */
export function Carousel({ label, children }: CarouselProps) {
	const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'start' })
	const count = Children.count(children)
	const [place, setPlace] = useState(0)
	const [isResting, setResting] = useState(false)
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
		const jump = matchMedia('(prefers-reduced-motion: reduce)').matches
		if (direction === 1) embla.scrollNext(jump)
		else embla.scrollPrev(jump)
	}

	const advance = useEffectEvent(() => step(1))
	useEffect(() => {
		if (!embla || isResting || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
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

	function onKeyDown(event: KeyboardEvent): void {
		if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
		event.preventDefault()
		step(event.key === 'ArrowRight' ? 1 : -1)
	}

	return (
		<section
			className={css.carousel}
			aria-roledescription="carousel"
			aria-label={label}
			onKeyDown={onKeyDown}
			onPointerEnter={() => setResting(true)}
			onPointerLeave={() => setResting(false)}
			onFocus={() => setResting(true)}
			onBlur={() => setResting(false)}
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
