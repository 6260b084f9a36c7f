import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { platform } from '#web/app/platform.ts'
import css from './site-menu.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** The hamburger menu: everything in the top bar that does not fit on a phone. */
export function SiteMenu({ children, onReview }: { children: ReactNode; onReview: () => void }) {
	return (
		<div id="site-menu" popover="auto" className={css.sheet}>
			<nav aria-label="Menu" className={css.rows}>
				{children}
				<Link to={paths.search()}>Search</Link>
				<div data-for="members" className={css.rows}>
					<button type="button" onClick={onReview}>
						Write a review
					</button>
					<Link to={paths.newList()}>Create a list</Link>
				</div>
				{platform.sharePage && (
					<button type="button" onClick={platform.sharePage}>
						Share this page
					</button>
				)}
				<ThemeSwitch inMenu />
			</nav>
		</div>
	)
}
