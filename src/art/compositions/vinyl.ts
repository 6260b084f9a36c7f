import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect, ring, stroke } from '#art/svg.ts'

/** A record and the arm that plays it. */
export function vinyl({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.42, 0.58) : 0.46)
	const half = Math.min(width * 0.42, stage * 0.46)
	const y = top + stage * 0.5
	let art = rect(0, 0, width, height, palette.ground)
	art += rect(x - half * 1.16, y - half * 1.1, half * 2.5, half * 2.2, palette.far, `rx="${half * 0.12}"`)
	art += circle(x, y, half * 0.98, palette.deep)
	for (let groove = 0; groove < 6; groove++)
		art += ring(x, y, half * (0.46 + groove * 0.085), mix(palette.deep, palette.mid, 0.55), groove === 3 ? 4 : 1.6)
	const shine = polygon(
		[
			[0, 0],
			[-22, -97],
			[22, -97],
		],
		palette.paper,
		'opacity="0.13"',
	)
	const turn = random.between(20, 60)
	art += place(shine, x, y, half / 100, turn) + place(shine, x, y, half / 100, turn + 180)
	art += circle(x, y, half * 0.36, palette.glow)
	art += path(
		`M${x} ${y - half * 0.36}A${half * 0.36} ${half * 0.36} 0 0 1 ${x} ${y + half * 0.36}Z`,
		mix(palette.glow, palette.deep, 0.3),
	)
	art += circle(x, y, half * 0.05, palette.paper)
	const arm =
		stroke('M0 0V92L-34 134', palette.paper, 8, 'stroke-linecap="round" stroke-linejoin="round"') +
		place(rect(-9, -4, 18, 30, palette.paper, 'rx="3"'), -34, 132, 1, 38) +
		circle(0, 0, 20, palette.mid) +
		circle(0, 0, 9, palette.paper)
	return art + place(arm, x + half * 1.1, y - half * 0.86, half / 100, 8)
}
