import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Parachutes that come down over an island of hills. */
export function parachutes({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : random.between(0.42, 0.58))
	const half = Math.min(width * 0.36, stage * 0.38)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + half * random.pick([-0.7, 0.7]), bottom - stage * 0.34, half * 0.5, palette.glow)
	art += path(ridge(random, width, height, bottom - stage * 0.24, stage * 0.06), palette.far)
	for (const [shift, level, size] of [
		[-1.05, 0.5, 0.26],
		[0.98, 0.3, 0.34],
		[0.7, 0.66, 0.2],
		[-0.66, 0.14, 0.2],
	] as const)
		art += place(
			canopy(mix(palette.mid, palette.deep, 0.3), palette.mid, mix(palette.mid, palette.deep, 0.6)),
			x + half * shift * random.between(0.9, 1.1),
			top + stage * level,
			(half / 100) * size,
			random.between(-8, 8),
		)
	art += place(
		canopy(palette.glow, palette.paper, palette.deep),
		x,
		top + stage * 0.42,
		half / 100,
		random.between(-9, 9),
	)
	art += path(ridge(random, width, height, bottom - stage * 0.12, stage * 0.05), palette.mid)
	return art + path(ridge(random, width, height, bottom - stage * 0.02, stage * 0.03), palette.deep)
}

function canopy(one: string, other: string, dark: string): string {
	return (
		stroke('M-98 -24L0 72M-52 -8L0 72M0 -4L0 72M52 -8L0 72M98 -24L0 72', dark, 2.4) +
		path(
			'M-100 -20C-100 -74 -56 -102 0 -102C56 -102 100 -74 100 -20Q84 -34 66 -20Q44 -34 22 -20Q0 -34 -22 -20Q-44 -34 -66 -20Q-84 -34 -100 -20Z',
			one,
		) +
		path('M-66 -20C-66 -66 -36 -96 0 -102C-18 -92 -26 -60 -22 -20Q-44 -34 -66 -20Z', other) +
		path('M66 -20C66 -66 36 -96 0 -102C18 -92 26 -60 22 -20Q44 -34 66 -20Z', other) +
		circle(0, 66, 9, dark) +
		path('M-10 76H10L13 104L5 122H1L0 106L-1 122H-5L-13 104Z', dark) +
		stroke('M-9 80L-12 62M9 80L12 62', dark, 5, 'stroke-linecap="round"')
	)
}
