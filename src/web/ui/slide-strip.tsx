import { Children, type ReactNode } from 'react'
import css from './carousel.module.css'

/** Slides side by side, scrolled by hand. Replaced by the carousel once its code has loaded. */
export function SlideStrip({ children }: { children: ReactNode }) {
	return (
		<div className={css.strip}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
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
