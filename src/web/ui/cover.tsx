import css from './cover.module.css'
import { Picture } from './picture.tsx'
import { hueOf } from './seed.ts'

interface CoverProps {
	src: string | null
	/** Set on the placeholder that stands behind the picture, and for a missing or broken one. */
	title: string
	/** True where the title stands beside the cover anyway. */
	decorative?: boolean
	srcSet?: string | undefined
	sizes?: string | undefined
	eager?: boolean
	priority?: 'high' | undefined
}

/** A 3:4 box that fills the width it is given and keeps its place while the picture comes. */
export function Cover({ src, title, decorative = true, srcSet, sizes, eager = false, priority }: CoverProps) {
	return (
		<span className={css.cover} data-hue={hueOf(title)}>
			<span className={css.title} aria-hidden={decorative || src !== null}>
				{title}
			</span>
			{src && (
				<Picture
					src={src}
					alt={decorative ? '' : title}
					width={300}
					height={400}
					srcSet={srcSet}
					sizes={sizes}
					eager={eager}
					priority={priority}
				/>
			)}
		</span>
	)
}
