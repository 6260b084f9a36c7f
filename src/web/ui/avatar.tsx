import css from './avatar.module.css'
import { Picture } from './picture.tsx'
import { hueOf } from './seed.ts'

const PIXELS = { small: 28, medium: 40, large: 128 } as const

/** A picture of ours lies in two sizes, which its name tells apart; others have but one. */
function sizesOf(src: string): string | undefined {
	const small = src.replace(/-400\.webp$/, '-96.webp')
	return small === src ? undefined : `${small} 96w, ${src} 400w`
}

/** A person's picture, or the initial of their name. The name beside it speaks for both. */
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
		<span className={`${css.avatar} ${css[size]}`} data-hue={hueOf(name)} aria-hidden="true">
			{name.charAt(0).toUpperCase()}
			{src && (
				<Picture
					src={src}
					srcSet={sizesOf(src)}
					sizes={`${PIXELS[size]}px`}
					alt=""
					width={PIXELS[size]}
					height={PIXELS[size]}
				/>
			)}
		</span>
	)
}
