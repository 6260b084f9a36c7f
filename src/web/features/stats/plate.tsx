import type { ReactNode } from 'react'
import { smallCoverUrl } from '#web/features/games/game-cover.tsx'
import { Picture } from '#web/ui/picture.tsx'
import css from './plate.module.css'

interface PlateProps {
	/** The cover that colors the plate. */
	ground: string | null
	title?: string
	children: ReactNode
}

/** A band across the window in the colors of a cover, dark in both themes. Paper has one on a page. */
export function Plate({ ground, title, children }: PlateProps) {
	return (
		<section className={css.plate} aria-label={title} data-night="">
			<div className={css.ground} aria-hidden="true">
				{ground && <Picture src={smallCoverUrl(ground)} alt="" width={300} height={400} priority="low" />}
			</div>
			<div className={css.content}>
				{title && <h2>{title}</h2>}
				{children}
			</div>
		</section>
	)
}
