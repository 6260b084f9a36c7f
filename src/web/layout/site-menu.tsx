import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PickGame } from './create-menu.tsx'
import css from './site-menu.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** The hamburger menu: everything in the top bar that does not fit on a phone. */
export function SiteMenu({ children, pick }: { children: ReactNode; pick: PickGame }) {
	return (
		<div id="site-menu" popover="auto" className={css.sheet}>
			<nav aria-label="Menu" className={css.rows}>
				{children}
				<Link to={paths.lists()}>Lists</Link>
				<Link to={paths.search()}>Search</Link>
				<div data-for="members" className={css.rows}>
					<Link to={paths.feed()}>Feed</Link>
					<button type="button" onClick={pick.log}>
						Log a Game
					</button>
					<button type="button" onClick={pick.review}>
						Write a Review
					</button>
					<Link to={paths.newList()}>Create a List</Link>
				</div>
				<button type="button" data-scripted="" onClick={sharePage}>
					Share This Page
				</button>
				<ThemeSwitch />
			</nav>
		</div>
	)
}

function sharePage(): void {
	document.getElementById('site-menu')?.hidePopover()
	const { pathname, search } = window.location
	import('#web/app/share.ts').then(
		({ share }) => share(document.title, pathname + search),
		() => {},
	)
}
