import { encode } from 'uqr'

/** The light border that scanners need, in modules. */
const BORDER = 4

/** A QR code as one SVG path: dark on light in both themes, because many scanners read no other. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string | undefined }) {
	const { data, size } = encode(text, { border: BORDER })
	const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className={className}
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	)
}
