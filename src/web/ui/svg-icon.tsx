import type { ReactNode } from 'react'

/** The attributes of line drawings. */
export const LINE = {
	fill: 'none',
	stroke: 'currentColor',
	strokeLinecap: 'round',
	strokeLinejoin: 'round',
	strokeWidth: 2,
} as const

/** A decorative icon, hidden from screen readers; the button around it has the accessible name. */
export function SvgIcon({ size = 20, children }: { size?: number | undefined; children: ReactNode }) {
	return (
		<svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true">
			{children}
		</svg>
	)
}
