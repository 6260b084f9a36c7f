import { Link } from 'react-router'
import css from './view-switch.module.css'

const DRAWINGS = {
	wall: 'M4 4h4.5v6H4Zm5.75 0h4.5v6h-4.5Zm5.75 0H20v6h-4.5ZM4 14h4.5v6H4Zm5.75 0h4.5v6h-4.5Zm5.75 0H20v6h-4.5Z',
	rows: 'M4 4.5h4.5v6H4Zm7 1.5h9v3h-9ZM4 13.5h4.5v6H4Zm7 1.5h9v3h-9Z',
} as const

interface ViewSwitchProps<View extends string> {
	views: readonly { view: View; label: string; icon: keyof typeof DRAWINGS }[]
	/** Null until it is known. */
	current: View | null
	href: (view: View) => string
	onChoose?: (view: View) => void
}

/** Links between the layouts of the same things. On phones they show only their icons. */
export function ViewSwitch<View extends string>({ views, current, href, onChoose }: ViewSwitchProps<View>) {
	return (
		<nav className={css.views} aria-label="View">
			{views.map(({ view, label, icon }) => (
				<Link
					key={view}
					to={href(view)}
					replace
					preventScrollReset
					aria-current={view === current ? 'true' : undefined}
					onClick={() => onChoose?.(view)}
				>
					<svg viewBox="0 0 24 24" width={20} height={20} fill="currentColor" aria-hidden="true">
						<path d={DRAWINGS[icon]} />
					</svg>
					<span>{label}</span>
				</Link>
			))}
		</nav>
	)
}
