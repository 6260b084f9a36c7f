import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** An empty road toward a low sun, with power lines alongside. */
export function road({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const level = top + stage * random.between(0.5, 0.58)
	const x = width * random.between(0.4, 0.6)
	const sun = Math.min(width * 0.27, stage * 0.3)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + width * random.between(-0.08, 0.08), level - sun * 0.5, sun, palette.glow)
	art += path(ridge(random, width, height, level - stage * 0.06, stage * 0.045), mix(palette.far, palette.mid, 0.4))
	art +=
		rect(0, level, width, height - level, palette.mid) +
		rect(0, level, width, stage * 0.03, mix(palette.mid, palette.deep, 0.3))
	const foot = x + width * random.between(-0.12, 0.12)
	const half = Math.min(width, stage * 1.3) * 0.44
	art += polygon(
		[
			[x - 5, level],
			[x + 5, level],
			[foot + half, height],
			[foot - half, height],
		],
		palette.deep,
	)
	for (let dash = 0; dash < 7; dash++) {
		const [from, to] = [(dash / 7) ** 2.2, ((dash + 0.55) / 7) ** 2.2]
		const at = (share: number) => [x + (foot - x) * share, level + (height - level) * share] as const
		const [fromX, fromY] = at(from)
		const [toX, toY] = at(to)
		const [slim, broad] = [1 + half * 0.055 * from, 1 + half * 0.055 * to]
		art += polygon(
			[
				[fromX - slim, fromY],
				[fromX + slim, fromY],
				[toX + broad, toY],
				[toX - broad, toY],
			],
			palette.paper,
		)
	}
	const side = random.chance(0.5) ? 1 : -1
	let before: readonly [number, number] | undefined
	for (const share of [0.03, 0.08, 0.17, 0.36, 0.8]) {
		const poleX = x + side * (12 + width * 0.62 * share)
		const base = level + (height - level) * share * 0.42
		const tall = stage * (0.05 + 0.66 * share)
		art +=
			rect(poleX - 1.5 - share * 4, base - tall, 3 + share * 8, tall, palette.deep) +
			rect(poleX - tall * 0.13, base - tall * 0.9, tall * 0.26, 2 + share * 7, palette.deep)
		if (before) art += line(before, [poleX, base - tall * 0.9], palette.deep, 1.2 + share)
		before = [poleX, base - tall * 0.9]
	}
	return art
}
