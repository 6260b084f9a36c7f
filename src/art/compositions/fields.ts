import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, type Point, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Furrows running to a low horizon, a farmhouse, a round sun. */
export function fields({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const level = top + stage * random.between(0.4, 0.48)
	const sun = Math.min(width * 0.2, stage * 0.24)
	const vanish: Point = [width * random.between(0.3, 0.7), level - stage * 0.03]
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(vanish[0] + width * random.between(-0.1, 0.1), level - sun * 0.55, sun, palette.glow)
	art += path(ridge(random, width, height, level - stage * 0.05, stage * 0.03), palette.far)
	art += rect(0, level, width, height - level, palette.mid)
	const tones = [palette.deep, palette.mid, mix(palette.mid, palette.far, 0.55), palette.mid]
	const furrows = 26
	const spread = width * 3.4
	for (let index = 0; index < furrows; index++) {
		const from = vanish[0] - spread / 2 + (spread * index) / furrows
		const wide = (spread / furrows) * 0.62
		art += polygon(
			[
				[vanish[0] + (from - vanish[0]) * 0.06, level],
				[vanish[0] + (from + wide - vanish[0]) * 0.06, level],
				[from + wide, height],
				[from, height],
			],
			tones[Math.floor(index / 3) % tones.length] ?? palette.deep,
		)
	}
	art += rect(0, level, width, 7, palette.deep)
	const house = width * (vanish[0] > width / 2 ? random.between(0.14, 0.26) : random.between(0.7, 0.82))
	const size = stage * 0.085
	art += rect(house, level - size, size * 1.5, size + 4, palette.deep)
	art += polygon(
		[
			[house - size * 0.2, level - size],
			[house + size * 1.7, level - size],
			[house + size * 0.75, level - size * 1.8],
		],
		palette.deep,
	)
	return art + rect(house + size * 0.55, level - size * 0.62, size * 0.4, size * 0.36, palette.glow)
}
