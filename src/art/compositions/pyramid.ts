import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, polygon, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge } from './ridge.ts'

/** Pyramids in the desert, lit from one side. */
export function pyramid({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : random.between(0.44, 0.56))
	const half = Math.min(width * 0.44, stage * 0.5)
	const across = random.pick([-1, 1])
	const ground = bottom - stage * 0.22
	const light = mix(palette.mid, palette.paper, 0.3)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x - across * half * 0.62, top + stage * 0.24, half * 0.34, palette.glow)
	for (const [shift, size] of [
		[0.95, 0.5],
		[-0.72, 0.62],
		[0.08, 1],
	] as const)
		art += solid(
			x + across * half * shift,
			ground + half * 0.08,
			half * size * 1.24,
			across,
			light,
			palette.deep,
			mix(light, palette.deep, 0.3),
		)
	art += path(ridge(random, width, height, ground, stage * 0.02), palette.far)
	art += path(ridge(random, width, height, ground + stage * 0.07, stage * 0.025), palette.mid)
	art += traveler(x - across * half * 0.5, ground + stage * 0.13, half * 0.2, palette.deep)
	return art + path(ridge(random, width, height, ground + stage * 0.15, stage * 0.025), palette.deep)
}

function solid(x: number, foot: number, tall: number, across: number, lit: string, dark: string, seam: string): string {
	const half = tall * 0.86
	const edge = x + across * half * 0.3
	let courses = ''
	for (let row = 1; row < 7; row++) {
		const y = foot - (tall * row) / 7
		const share = 1 - row / 7
		courses += polygon(
			[
				[x - across * half * share, y],
				[x + across * half * 0.3 * share, y],
				[x + across * half * 0.3 * share, y + 2],
				[x - across * half * share, y + 2],
			],
			seam,
		)
	}
	return (
		polygon(
			[
				[x, foot - tall],
				[x - across * half, foot],
				[edge, foot],
			],
			lit,
		) +
		courses +
		polygon(
			[
				[x, foot - tall],
				[x + across * half, foot],
				[edge, foot],
			],
			dark,
		)
	)
}
