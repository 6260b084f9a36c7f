import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Young plants in a row, the tallest before the sun. */
export function sprout({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.42, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.42)
	const soil = bottom - stage * 0.2
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, soil - half * 0.95, half * 0.78, palette.glow)
	art += path(ridge(random, width, height, soil - stage * 0.05, stage * 0.04), palette.far)
	const leaf = palette.deep
	const shade = mix(palette.deep, palette.mid, 0.5)
	const bloom = random.pick(['leaf', 'bud', 'flower'] as const)
	for (const side of [-1, 1])
		for (const step of [1, 2])
			art += place(
				plant(shade, leaf, palette.glow, palette.paper, 'leaf'),
				x + side * half * (0.38 + step * 0.42),
				soil + half * 0.06,
				(half / 100) * (0.62 - step * 0.14),
			)
	art += place(plant(leaf, shade, palette.glow, palette.paper, bloom), x, soil + half * 0.06, half / 100)
	art += path(ridge(random, width, height, soil + stage * 0.01, stage * 0.015), palette.mid)
	for (let pebble = 0; pebble < 16; pebble++)
		art += circle(
			random.between(0, width),
			random.between(soil + stage * 0.06, bottom),
			random.between(3, 8),
			mix(palette.mid, palette.deep, 0.5),
		)
	return art
}

function plant(stem: string, shade: string, glow: string, light: string, bloom: 'leaf' | 'bud' | 'flower'): string {
	const top =
		bloom === 'leaf'
			? path('M0 -150C-30 -176 -22 -206 6 -222C26 -198 26 -170 0 -150Z', stem) + stroke('M0 -148L4 -206', shade, 4)
			: bloom === 'bud'
				? path('M-22 -150C-30 -186 -10 -206 0 -214C10 -206 30 -186 22 -150Z', light) +
					path('M-24 -152Q0 -134 24 -152L14 -170L0 -156L-14 -170Z', stem)
				: [0, 72, 144, 216, 288]
						.map(
							(turn) =>
								`<ellipse cx="0" cy="-22" rx="15" ry="22" fill="${light}" transform="translate(0 -172) rotate(${turn})"/>`,
						)
						.join('') + circle(0, -172, 14, glow)
	return (
		stroke('M0 10C6 -50 -4 -100 0 -154', stem, 9, 'stroke-linecap="round"') +
		path('M0 -60C-30 -104 -74 -106 -96 -88C-86 -56 -44 -38 0 -60Z', stem) +
		path('M2 -84C30 -128 72 -132 94 -114C86 -82 46 -64 2 -84Z', shade) +
		top
	)
}
