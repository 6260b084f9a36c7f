import type { ReactNode } from 'react'
import css from './empty.module.css'
import { Icon } from './icon.tsx'

/** An empty state or error state: a sentence and at most one action. */
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
			<span className={css.drawing}>
				<Icon name="crystal" size={64} />
			</span>
			<p>{children}</p>
			{action}
		</div>
	)
}
