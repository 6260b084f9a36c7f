import type { ReactNode } from 'react'
import css from './tabs.module.css'

/** A row of links, one of them current (`aria-current`). Links work without JavaScript and can be shared. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
	return (
		<nav className={css.tabs} aria-label={label}>
			{children}
		</nav>
	)
}
