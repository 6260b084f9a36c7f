import type { ReactNode } from 'react'
import css from './page-head.module.css'

/** A page's heading, an introduction below it, and page-level actions next to it. */
export function PageHead({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
	return (
		<header className={css.head}>
			<div>
				<h1>{title}</h1>
				{lead && <p className={css.lead}>{lead}</p>}
			</div>
			{children}
		</header>
	)
}
