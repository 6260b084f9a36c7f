import { Children, type ReactNode } from 'react'
import css from './carousel.module.css'

/** Wide slides side by side that are scrolled by hand: what a carousel is before it moves by itself. */
export function SlideStrip({ children }: { children: ReactNode }) {
	return (
		<div className={css.strip}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
			<section className={css.viewport} tabIndex={0} aria-label="Pictures">
				<ul className={css.row}>
					{Children.map(children, (slide) => (
						<li className={css.slide}>{slide}</li>
					))}
				</ul>
			</section>
		</div>
	)
}
