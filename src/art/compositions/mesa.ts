import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, polygon, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'

/** Table mountains in bands of rock, and a lone walker under a big sky. */
export function mesa({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const base = bottom - stage * 0.16
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(
		width * random.between(0.3, 0.7),
		top + stage * 0.32,
		Math.min(width * 0.21, stage * 0.24),
		palette.glow,
	)
	const near = random.pick([0.24, 0.76])
	const places = [
		[0.5 + random.between(-0.06, 0.06), 0.24],
		[1 - near + random.between(-0.05, 0.05), 0.32],
		[near + random.between(-0.05, 0.05), 0.5],
	] as const
	for (const [depth, [across, rise]] of places.entries()) {
		const tone = mix(palette.far, palette.mid, depth / 2)
		const roof = base - stage * rise * random.between(0.88, 1.08)
		const half = Math.min(width, stage * 1.4) * (0.11 + depth * 0.025)
		art += table(width * across, roof, base + 4, half, tone, mix(tone, palette.deep, 0.3 + depth * 0.14), random)
	}
	art +=
		rect(0, base, width, height - base, palette.deep) +
		rect(0, base, width, stage * 0.022, mix(palette.mid, palette.deep, 0.6))
	return art + traveler(width * random.between(0.25, 0.75), base + stage * 0.012, stage * 0.095, palette.deep)
}

function table(
	x: number,
	roof: number,
	base: number,
	half: number,
	rock: string,
	shade: string,
	random: Random,
): string {
	const tall = base - roof
	const cliff = tall * random.between(0.5, 0.62)
	const foot = half * 1.5
	const turn = x + half * random.between(0.1, 0.42)
	const lip = tall * 0.07
	return (
		polygon(
			[
				[x - half, roof],
				[x + half, roof],
				[x + half * 1.05, roof + cliff],
				[x + foot, base],
				[x - foot, base],
				[x - half * 1.05, roof + cliff],
			],
			rock,
		) +
		polygon(
			[
				[turn, roof + lip],
				[x + half, roof + lip],
				[x + half * 1.05, roof + cliff],
				[x + foot, base],
				[turn + half * 0.2, base],
				[turn - half * 0.06, roof + cliff],
				[turn + half * 0.05, roof + cliff * 0.5],
			],
			shade,
		) +
		polygon(
			[
				[x - half * 1.01, roof + lip],
				[x + half * 1.01, roof + lip],
				[x + half * 1.01, roof + lip * 1.7],
				[x - half * 1.01, roof + lip * 1.7],
			],
			shade,
		)
	)
}
