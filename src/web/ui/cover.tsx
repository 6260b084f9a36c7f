import css from './cover.module.css'
import { Picture } from './picture.tsx'
import { placeholderHue } from './placeholder-hue.ts'

interface CoverProps {
	src: string | null
	/** The text of the placeholder, shown while the picture loads and if it is missing or broken. */
	title: string
	/** True if the title is next to the cover anyway. */
	decorative?: boolean
	srcSet?: string | undefined
	sizes?: string | undefined
	eager?: boolean
	priority?: 'high' | undefined
}

/** A 3:4 box that fills the available width and reserves its space while the picture loads. */
export function Cover({ src, title, decorative = true, srcSet, sizes, eager = false, priority }: CoverProps) {
	return (
		<span className={css.cover} data-cover="" data-hue={placeholderHue(title)}>
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
