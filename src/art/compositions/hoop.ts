import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, path, place, rect, ring, stroke } from '#art/svg.ts'

/** A ball on its way into a hoop. */
export function hoop({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.5, 0.6) : 0.5)
	const half = Math.min(width * 0.44, stage * 0.46)
	const across = random.pick([-1, 1])
	const y = top + stage * 0.5
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, y, half * 1.02, palette.far)
	art += rect(x - 9, y + half * 0.2, 18, height, palette.deep)
	art += place(
		backboard(palette.paper, palette.deep, palette.glow, mix(palette.paper, palette.mid, 0.4)),
		x,
		y,
		half / 100,
	)
	const ballX = x + across * half * 0.2
	const ballY = y - half * 0.42
	const start = x - across * half * 0.95
	art += stroke(
		`M${start} ${y + half * 0.9}Q${start} ${y - half * 0.9} ${ballX} ${ballY}`,
		palette.paper,
		5,
		'stroke-dasharray="2 17" stroke-linecap="round"',
	)
	return art + place(ball(palette.glow, palette.deep), ballX, ballY, half / 100, random.between(-30, 30))
}

function backboard(board: string, dark: string, rim: string, net: string): string {
	const strings = [-34, -17, 0, 17, 34].map((x) => line([x, 34], [x * 0.55, 84], net, 4)).join('')
	const cross = [46, 60, 74].map((y) => line([-36 + (y - 34) * 0.32, y], [36 - (y - 34) * 0.32, y], net, 3)).join('')
	return (
		rect(-84, -76, 168, 112, board, 'rx="8"') +
		`<rect x="-84" y="-76" width="168" height="112" rx="8" fill="none" stroke="${dark}" stroke-width="7"/>` +
		`<rect x="-34" y="-34" width="68" height="50" fill="none" stroke="${dark}" stroke-width="6"/>` +
		strings +
		cross +
		`<ellipse cx="0" cy="34" rx="42" ry="9" fill="none" stroke="${mix(rim, dark, 0.2)}" stroke-width="8"/>`
	)
}

function ball(fill: string, seam: string): string {
	return (
		circle(0, 0, 30, fill) +
		ring(0, 0, 30, seam, 3.5) +
		path('M-30 0H30M0 -30V30M-22 -21Q-4 0 -22 21M22 -21Q4 0 22 21', 'none', `stroke="${seam}" stroke-width="3.5"`)
	)
}
