import { Children, type ReactNode } from 'react'
import css from './carousel.module.css'

/** Wide slides side by side that are scrolled by hand: what a carousel is before it moves by itself. */
export function SlideStrip({ children }: { children: ReactNode }) {
	return (
		<div className={css.strip}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
			<div className={`${css.viewport} ${css.still}`} tabIndex={0} role="group" aria-label="Pictures">
				<div className={css.row}>
					{Children.map(children, (slide) => (
						<div className={css.slide}>{slide}</div>
					))}
				</div>
			</div>
		</div>
	)
}
