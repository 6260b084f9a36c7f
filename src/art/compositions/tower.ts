import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A castle on a rock in front of a large moon, with a few windows lit. */
export function tower({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.35, 0.65) : 0.5)
	const radius = Math.min(width * 0.38, stage * 0.38)
	const base = bottom - stage * 0.2
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + width * random.between(-0.1, 0.1), top + stage * 0.4, radius, palette.glow)
	art +=
		path(ridge(random, width, height, base - stage * 0.04, stage * 0.05), palette.far) +
		path(ridge(random, width, height, base + stage * 0.02, stage * 0.04), palette.mid)
	const unit = Math.min(width, stage * 1.1) * 0.1
	const plan = [-2.1, 1.9, -1.1, 1, 0]
	for (const [index, offset] of plan.entries()) {
		const share = index / (plan.length - 1)
		const rise = stage * (0.2 + share * 0.32) * random.between(0.9, 1.08)
		const tone = mix(mix(palette.mid, palette.deep, 0.55), palette.deep, share)
		art += spire(
			x + offset * unit,
			base + stage * 0.1,
			unit * (0.62 + share * 0.2),
			rise + stage * 0.1,
			tone,
			palette.glow,
			random,
		)
	}
	return art + path(rock(x, base, unit, height, width), palette.deep)
}

function rock(x: number, base: number, unit: number, height: number, width: number): string {
	return `M${x - unit * 3} ${base + unit * 0.4}L${x - unit * 2.4} ${base}L${x + unit * 2.6} ${base}L${x + unit * 3.4} ${base + unit * 0.7}L${x + width * 0.5} ${base + unit * 1.5}L${x + width} ${height}H${x - width}L${x - width * 0.5} ${base + unit * 1.3}Z`
}

function spire(
	x: number,
	foot: number,
	wide: number,
	rise: number,
	fill: string,
	light: string,
	random: Random,
): string {
	const left = x - wide / 2
	const eave = foot - rise
	let art = rect(left, eave, wide, rise, fill)
	if (random.chance(0.65))
		art += polygon(
			[
				[left - wide * 0.16, eave + 1],
				[left + wide * 1.16, eave + 1],
				[x, eave - wide * 1.5],
			],
			fill,
		)
	else
		art +=
			[0, 0.4, 0.8]
				.map((step) => rect(left + wide * (step - 0.1), eave - wide * 0.24, wide * 0.4 - wide * 0.1, wide * 0.25, fill))
				.join('') + rect(left - wide * 0.1, eave - 1, wide * 1.2, wide * 0.22, fill)
	const lit = random.whole(1, 2)
	for (let index = 0; index < lit; index++)
		art += rect(
			x - wide * 0.09,
			eave + wide * (0.55 + index * random.between(0.8, 1.2)),
			wide * 0.18,
			wide * 0.36,
			light,
			`rx="${wide * 0.09}"`,
		)
	return art
}
