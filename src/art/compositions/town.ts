import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A small town on a hillside, roof behind roof. */
export function town({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const unit = Math.min(width / (width > height * 1.2 ? 11 : 6), stage / 5)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(width * random.between(0.25, 0.75), top + unit * 1.1, unit * 0.85, palette.glow)
	art += path(ridge(random, width, height, top + stage * 0.36, stage * 0.07), palette.far)
	const rows = Math.max(3, Math.round((stage * 0.56) / (unit * 0.78)))
	for (let row = 0; row < rows; row++) {
		const depth = row / (rows - 1)
		const foot = top + stage * 0.5 + (bottom - top - stage * 0.5) * depth
		const size = unit * (0.82 + depth * 0.3)
		for (let x = -size * random.between(0.1, 0.9); x < width; x += size * random.between(0.86, 1.06))
			art += random.chance(0.12)
				? tree(x + size * 0.4, foot, size, mix(palette.mid, palette.deep, 0.4 + depth * 0.5))
				: cottage(x, foot, size, depth, palette, random)
	}
	return art + rect(0, bottom - unit * 0.1, width, height, palette.deep)
}

function cottage(
	x: number,
	foot: number,
	size: number,
	depth: number,
	{ far, mid, deep, glow, paper }: Scene['palette'],
	random: Random,
): string {
	const tall = size * random.between(0.72, 1.15)
	const wide = size * random.between(0.8, 0.95)
	const wall = mix(random.pick([paper, paper, far, mix(paper, glow, 0.4)]), mid, 0.28 - depth * 0.28)
	const roof = mix(random.pick([deep, mix(deep, mid, 0.5), mix(glow, deep, 0.25)]), mid, 0.3 - depth * 0.3)
	const eave = foot - tall
	let art = rect(x, eave, wide, tall + size, wall)
	const peak = eave - size * random.between(0.4, 0.6)
	art += polygon(
		[
			[x - size * 0.07, eave + 1],
			[x + wide + size * 0.07, eave + 1],
			[x + wide / 2, peak],
		],
		roof,
	)
	if (random.chance(0.4)) art += rect(x + wide * 0.7, peak + size * 0.02, size * 0.1, size * 0.3, roof)
	for (let row = 0; row < 2; row++)
		for (const column of [0.2, 0.62])
			art += rect(
				x + wide * column,
				eave + size * (0.16 + row * 0.38),
				size * 0.15,
				size * 0.2,
				random.chance(0.45) ? glow : deep,
			)
	return art
}

function tree(x: number, foot: number, size: number, fill: string): string {
	return (
		rect(x - size * 0.04, foot - size * 0.4, size * 0.08, size, fill) + circle(x, foot - size * 0.62, size * 0.36, fill)
	)
}
