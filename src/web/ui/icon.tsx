/** The attributes of line drawings. */
const LINE = {
	fill: 'none',
	stroke: 'currentColor',
	strokeLinecap: 'round',
	strokeLinejoin: 'round',
	strokeWidth: 2,
} as const

const drawings = {
	crystal: (
		<>
			<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z" opacity=".34" />
			<path d="M12 1.5 22.5 12 12 12Z" />
			<path d="M12 12 22.5 12 12 22.5Z" opacity=".58" />
			<path d="M12 1.5 12 12 1.5 12Z" opacity=".72" />
		</>
	),
	star: <path d="m12 2.6 2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z" />,
	heart: <path d="M12 20.4 4 12.6a5 5 0 0 1 7.1-7.1l.9.9.9-.9a5 5 0 0 1 7.1 7.1Z" />,
	comment: <path d="M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6.5L7.6 20.7V17H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z" />,
	eye: (
		<>
			<path {...LINE} d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" strokeWidth="1.8" />
			<circle cx="12" cy="12" r="3.1" />
		</>
	),
	menu: <path {...LINE} d="M4 6.8h16M4 12h16M4 17.2h16" />,
	bell: <path {...LINE} d="M6 16.5V10a6 6 0 0 1 12 0v6.5l1.6 1.7H4.4Zm4 4.2h4" />,
	plus: <path {...LINE} d="M12 5v14M5 12h14" />,
	sun: (
		<>
			<circle cx="12" cy="12" r="4.2" />
			<path
				{...LINE}
				d="M12 1.8v3M12 19.2v3M1.8 12h3M19.2 12h3M4.8 4.8l2.1 2.1M17.1 17.1l2.1 2.1M4.8 19.2l2.1-2.1M17.1 6.9l2.1-2.1"
			/>
		</>
	),
	moon: <path d="M20.6 14.4A8.8 8.8 0 0 1 9.6 3.4a8.9 8.9 0 1 0 11 11Z" />,
	search: <path {...LINE} d="m20.5 20.5-4.9-4.9M17.5 10.5a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />,
	close: <path {...LINE} d="m5.5 5.5 13 13m0-13-13 13" />,
	left: <path {...LINE} d="m14.5 5-7 7 7 7" />,
	right: <path {...LINE} d="m9.5 5 7 7-7 7" />,
	down: <path {...LINE} d="m5 9.5 7 7 7-7" />,
	pause: <path d="M6.5 4.5h4v15h-4zm7 0h4v15h-4z" />,
	play: <path d="M7 4.3v15.4L20 12Z" />,
	filter: <path {...LINE} d="M3 6h18M6.5 12h11M10 18h4" />,
	pencil: <path d="m4 16.6-.8 4.2 4.2-.8L19.6 7.8l-3.4-3.4Zm13.5-13.4 3.3 3.3 1-1a2.3 2.3 0 0 0-3.3-3.3Z" />,
	check: <path {...LINE} d="m4.5 12.5 5 5 10-11" strokeWidth="2.2" />,
	trash: <path {...LINE} d="M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20h10l1-13.5" strokeWidth="1.8" />,
	link: <path {...LINE} d="M14 4h6v6m0-6-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />,
} as const

export type IconName = keyof typeof drawings

/** A decorative icon, hidden from screen readers; the button around it has the accessible name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
	return (
		<svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
			{drawings[name]}
		</svg>
	)
}
