import { LINE, SvgIcon } from './svg-icon.tsx'

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
	menu: <path {...LINE} d="M4 6.8h16M4 12h16M4 17.2h16" />,
	bell: <path {...LINE} d="M6 16.5V10a6 6 0 0 1 12 0v6.5l1.6 1.7H4.4Zm4 4.2h4" />,
	plus: <path {...LINE} d="M12 5v14M5 12h14" />,
	theme: (
		<>
			<circle {...LINE} cx="12" cy="12" r="8.5" />
			<path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" />
		</>
	),
	search: <path {...LINE} d="m20.5 20.5-4.9-4.9M17.5 10.5a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />,
	close: <path {...LINE} d="m5.5 5.5 13 13m0-13-13 13" />,
	link: <path {...LINE} d="M14 4h6v6m0-6-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />,
} as const

type FrameIconName = keyof typeof drawings

export const FRAME_ICON_NAMES = Object.keys(drawings) as FrameIconName[]

/** An icon of the frame around every page. They are apart from the others, because every page loads them first. */
export function FrameIcon({ name, size }: { name: FrameIconName; size?: number }) {
	return <SvgIcon size={size}>{drawings[name]}</SvgIcon>
}
