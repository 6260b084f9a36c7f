import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A dragon in front of the sun, above the hills. */
export function dragon({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.44, 0.58) : 0.5)
	const half = Math.min(width * 0.46, stage * 0.46)
	const y = top + stage * 0.44
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, y, half * 0.78, palette.glow)
	art += path(ridge(random, width, height, bottom - stage * 0.2, stage * 0.06), palette.mid)
	art += place(
		beast(palette.deep, mix(palette.deep, palette.mid, 0.55)),
		x,
		y,
		half / 100,
		random.between(-9, 9),
		random.pick([-1, 1]),
	)
	art += path(ridge(random, width, height, bottom - stage * 0.1, stage * 0.04), mix(palette.mid, palette.deep, 0.6))
	return art + path(ridge(random, width, height, bottom - stage * 0.02, stage * 0.03), palette.deep)
}

function beast(body: string, skin: string): string {
	const wing = path(
		'M6 -18C26 -40 44 -72 52 -92C72 -78 92 -48 100 -4C88 -14 80 -14 72 2C64 -8 56 -6 50 14C42 4 34 6 28 24C22 14 14 12 4 16Z',
		skin,
	)
	const bones = stroke(
		'M6 -14C26 -38 44 -70 52 -92M52 -92L72 2M52 -92L50 14M52 -92L28 24',
		body,
		4,
		'stroke-linejoin="round"',
	)
	const side = wing + bones
	return (
		place(side, 0, 0, 1) +
		place(side, 0, 0, 1, 0, -1) +
		stroke('M0 20C0 48 22 54 18 74C15 88 -4 90 -14 80', body, 9, 'stroke-linecap="round"') +
		path('M-14 80L-34 84L-20 68Z', body) +
		path('M-15 -18Q0 -40 15 -18L12 24Q0 42 -12 24Z', body) +
		stroke('M0 -20C-4 -40 14 -46 10 -62', body, 15, 'stroke-linecap="round"') +
		path('M-2 -66Q6 -80 22 -74L42 -64L40 -57L22 -54Q4 -52 -2 -66Z', body) +
		path('M8 -72L-8 -86L0 -68ZM16 -73L4 -90L8 -72Z', body) +
		circle(20, -66, 2.6, skin)
	)
}
