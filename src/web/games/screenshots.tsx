import { type ComponentType, useEffect, useState } from 'react'
import type { CarouselProps } from '../ui/carousel.tsx'
import { Picture } from '../ui/picture.tsx'
import { SlideStrip } from '../ui/slide-strip.tsx'
import css from './screenshots.module.css'

const widths = [320, 640, 1280]

/**
 * A game's screenshots: a strip that can be scrolled, which becomes a carousel when that has loaded. Catalogue
 * pictures of our own are drawings and are called so.
 */
export function Screenshots({ name, addresses }: { name: string; addresses: readonly string[] }) {
	const [Carousel, setCarousel] = useState<ComponentType<CarouselProps> | null>(null)
	useEffect(() => {
		let wanted = true
		import('../ui/carousel.tsx').then(
			(module) => wanted && setCarousel(() => module.Carousel),
			// The strip serves as well.
			() => {},
		)
		return () => {
			wanted = false
		}
	}, [])
	const drawn = addresses.every((address) => address.startsWith('/art/'))
	const label = drawn ? 'Illustrations' : 'Screenshots'
	const slides = addresses.map((address, index) => (
		<div key={address} className={css.slide}>
			<Picture
				src={address}
				alt={`${drawn ? 'Illustration' : 'Screenshot'} ${index + 1} of ${addresses.length} for ${name}`}
				width={1280}
				height={720}
				srcSet={
					address.startsWith('/art/') ? widths.map((width) => `${address}?w=${width} ${width}w`).join(', ') : undefined
				}
				sizes="(min-width: 960px) 760px, 88vw"
			/>
		</div>
	))
	return (
		<section aria-labelledby="pictures">
			<h2 id="pictures">{label}</h2>
			<div className={css.stage}>
				{Carousel ? <Carousel label={`${label} of ${name}`}>{slides}</Carousel> : <SlideStrip>{slides}</SlideStrip>}
			</div>
			{drawn && <p className={css.note}>Drawn for this site; these are not pictures from the game.</p>}
		</section>
	)
}
