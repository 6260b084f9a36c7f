import { useLazyModule } from '#web/app/lazy-module.ts'
import { Picture } from '#web/ui/picture.tsx'
import { SlideStrip } from '#web/ui/slide-strip.tsx'
import { useNear } from '#web/ui/use-near.ts'
import css from './screenshots.module.css'

const WIDTHS = [320, 640, 1280]
const loadCarousel = () => import('#web/ui/carousel.tsx')

/** Returns the `srcset` of a picture with all available widths. */
export const pictureSrcSet = (address: string) => WIDTHS.map((width) => `${address}?w=${width} ${width}w`).join(', ')

/**
 * A game's screenshots: a scrollable strip that becomes a carousel when it comes near the viewport. Our own drawings
 * are small, and labeled as illustrations.
 */
export function Screenshots({ name, addresses: urls }: { name: string; addresses: readonly string[] }) {
	const [stage, isNear] = useNear('200px')
	// If the carousel fails to load, the strip remains.
	const Carousel = useLazyModule(loadCarousel, isNear).module?.Carousel
	const isIllustrated = urls.every((address) => address.startsWith('/art/'))
	const label = isIllustrated ? 'Illustrations' : 'Screenshots'
	const slides = urls.map((address, index) => (
		<div key={address} className={css.slide}>
			<Picture
				src={address}
				alt={`${isIllustrated ? 'Illustration' : 'Screenshot'} ${index + 1} of ${urls.length} for ${name}`}
				width={1280}
				height={720}
				srcSet={pictureSrcSet(address)}
				sizes={isIllustrated ? '(min-width: 700px) 280px, 46vw' : '(min-width: 1000px) 640px, 88vw'}
				fallback={<p className={css.absent}>This picture cannot be shown right now.</p>}
			/>
		</div>
	))
	return (
		<section aria-labelledby="pictures" className={isIllustrated ? css.small : undefined}>
			<h2 id="pictures">{label}</h2>
			<div ref={stage} className={css.stage}>
				{Carousel ? <Carousel label={`${label} of ${name}`}>{slides}</Carousel> : <SlideStrip>{slides}</SlideStrip>}
			</div>
			{isIllustrated && <p className={css.note}>Illustrations drawn for this site, not actual screenshots.</p>}
		</section>
	)
}
