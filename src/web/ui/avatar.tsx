import css from './avatar.module.css'
import { Picture } from './picture.tsx'
import { placeholderHue } from './placeholder-hue.ts'

const PIXELS = { small: 28, medium: 40, large: 128 } as const

/** Returns the `srcset` of an uploaded picture, which is stored in two sizes; undefined for other pictures. */
function getSrcSet(src: string): string | undefined {
	const small = src.replace(/-400\.webp$/, '-96.webp')
	return small === src ? undefined : `${small} 96w, ${src} 400w`
}

/** A user's picture, or the initial of their name. Hidden from screen readers, because the name is always next to it. */
export function Avatar({
	name,
	src,
	size = 'medium',
}: {
	name: string
	src: string | null
	size?: keyof typeof PIXELS
}) {
	return (
		<span className={`${css.avatar} ${css[size]}`} data-hue={placeholderHue(name)} aria-hidden="true">
			{name.charAt(0).toUpperCase()}
			{src && (
				<Picture
					src={src}
					srcSet={getSrcSet(src)}
					sizes={`${PIXELS[size]}px`}
					alt=""
					width={PIXELS[size]}
					height={PIXELS[size]}
				/>
			)}
		</span>
	)
}
