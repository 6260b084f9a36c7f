import { LINE, SvgIcon } from './svg-icon.tsx'

const drawings = {
	heart: <path d="M12 20.4 4 12.6a5 5 0 0 1 7.1-7.1l.9.9.9-.9a5 5 0 0 1 7.1 7.1Z" />,
	comment: (
		<path {...LINE} d="M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6.5L7.6 20.7V17H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z" />
	),
	eye: (
		<>
			<path {...LINE} d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" strokeWidth="1.8" />
			<circle cx="12" cy="12" r="3.1" />
		</>
	),
	more: (
		<path d="M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm7 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm7 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z" />
	),
	share: <path {...LINE} d="M12 15V3.5M7.5 7.5 12 3l4.5 4.5M6.5 11H5v9.5h14V11h-1.5" />,
	left: <path {...LINE} d="m14.5 5-7 7 7 7" />,
	right: <path {...LINE} d="m9.5 5 7 7-7 7" />,
	down: <path {...LINE} d="m5 9.5 7 7 7-7" />,
	pause: <path d="M6.5 4.5h4v15h-4zm7 0h4v15h-4z" />,
	play: <path d="M7 4.3v15.4L20 12Z" />,
	filter: <path {...LINE} d="M3 6h18M6.5 12h11M10 18h4" />,
	pencil: <path d="m4 16.6-.8 4.2 4.2-.8L19.6 7.8l-3.4-3.4Zm13.5-13.4 3.3 3.3 1-1a2.3 2.3 0 0 0-3.3-3.3Z" />,
	check: <path {...LINE} d="m4.5 12.5 5 5 10-11" strokeWidth="2.2" />,
	trash: <path {...LINE} d="M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20h10l1-13.5" strokeWidth="1.8" />,
} as const

export type IconName = keyof typeof drawings

export const ICON_NAMES = Object.keys(drawings) as IconName[]

/** An icon of a page's content; those of the frame are `FrameIcon`s. */
export function Icon({ name, size }: { name: IconName; size?: number }) {
	return <SvgIcon size={size}>{drawings[name]}</SvgIcon>
}
