import type { LibraryStatus } from '#contract/library-entry.ts'
import css from './status-mark.module.css'

const OUTLINE = 'M12 3.4 18.6 12 12 20.6 5.4 12Z'
const RIGHT_HALF = 'M12 3.4 18.6 12 12 20.6Z'
const SMALL = 'M10.5 6.4 16.2 13.8 10.5 21.2 4.8 13.8Z'

const line = { fill: 'none', stroke: 'currentColor', strokeLinejoin: 'round', strokeLinecap: 'round' } as const
const solid = { className: css.fill, stroke: 'currentColor', strokeLinejoin: 'round', strokeWidth: 1.5 } as const

const full = <path {...solid} d={OUTLINE} />

/** The crystal: an outline for later, half for now, full for done. */
const drawings: Readonly<Record<LibraryStatus | 'wishlist', React.ReactNode>> = {
	wishlist: <path {...line} d={OUTLINE} />,
	backlog: <path {...line} d="M12 2.4 17.6 9.9 12 17.4 6.4 9.9ZM6.5 21.6h11" />,
	playing: (
		<>
			<path {...line} d={OUTLINE} />
			<path className={css.fill} d={RIGHT_HALF} />
		</>
	),
	paused: (
		<>
			<path {...line} d={OUTLINE} />
			<path className={css.fill} d="M12 3.4 13.8 5.8v12.4L12 20.6ZM15.7 8.2 18.6 12 15.7 15.8Z" />
		</>
	),
	played: full,
	finished: full,
	completed: (
		<>
			<path {...solid} d={SMALL} />
			<path {...line} d="M18.6 2.4v6M15.6 5.4h6" />
		</>
	),
	abandoned: <path {...line} d="M12 3.4 18.6 12 12 20.6 5.4 12ZM9 15.9 15 8.1" />,
}

interface StatusMarkProps {
	status: LibraryStatus | 'wishlist'
	size?: 16 | 24
}

/** The mark of a status or of the wish, beside its word or in a control that says it. */
export function StatusMark({ status, size = 16 }: StatusMarkProps) {
	return (
		<svg
			key={status}
			viewBox="0 0 24 24"
			width={size}
			height={size}
			fill="currentColor"
			strokeWidth={size === 16 ? 2.2 : 1.75}
			aria-hidden="true"
		>
			{drawings[status]}
		</svg>
	)
}
