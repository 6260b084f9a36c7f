import type { ReactNode } from 'react'
import css from './empty.module.css'

/** What stands where nothing is, or where something failed: a sentence and at most one action. */
export function Empty({
	children,
	action,
	alert = false,
}: {
	children: ReactNode
	action?: ReactNode
	alert?: boolean
}) {
	return (
		<div className={css.empty} role={alert ? 'alert' : undefined}>
			<SavePoint />
			<p>{children}</p>
			{action}
		</div>
	)
}

/** The crystal over its rings: nothing is kept here yet. */
function SavePoint() {
	return (
		<svg className={css.drawing} viewBox="0 0 128 84" width="128" height="84" aria-hidden="true" focusable="false">
			<ellipse className={css.light} cx="64" cy="70" rx="40" ry="8.5" />
			<ellipse className={css.ring} cx="64" cy="70" rx="60" ry="13" />
			<ellipse className={css.ring} cx="64" cy="70" rx="40" ry="8.5" />
			<g className={css.crystal}>
				<path d="M64 8 84 34 64 64 44 34Z" opacity=".3" />
				<path d="M64 34 84 34 64 64Z" opacity=".5" />
				<path d="M64 8V34H44Z" opacity=".62" />
			</g>
			<path className={css.facet} d="M64 8 84 34H64Z" />
			<path className={css.spark} d="m27 30 1.6 4.4L33 36l-4.4 1.6L27 42l-1.6-4.4L21 36l4.4-1.6Z" />
			<path className={css.spark} d="m101 12 1.2 3.3 3.3 1.2-3.3 1.2-1.2 3.3-1.2-3.3-3.3-1.2 3.3-1.2Z" />
		</svg>
	)
}
