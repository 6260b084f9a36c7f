import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, clipBelow, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A light on a rock, its beams over the sea. */
export function lighthouse({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const flip = random.chance(0.5)
	const x = width * (width > height ? 0.34 : 0.36)
	const lamp = top + stage * 0.2
	const foot = bottom - stage * 0.2
	const half = Math.min(width * 0.075, stage * 0.085)
	let art = ''
	for (const [from, to] of [
		[-0.16, 0.05],
		[0.13, 0.3],
	] as const)
		art += polygon(
			[
				[x, lamp],
				[x + width * 1.6, lamp + width * 1.6 * from],
				[x + width * 1.6, lamp + width * 1.6 * to],
			],
			palette.glow,
			'opacity="0.5"',
		)
	art += polygon(
		[
			[x, lamp],
			[x - width, lamp - width * 0.12],
			[x - width, lamp + width * 0.1],
		],
		palette.glow,
		'opacity="0.3"',
	)
	art += path(ridge(random, width, height, foot - stage * 0.02, stage * 0.012), palette.far)
	art += path(ridge(random, width, height, foot + stage * 0.05, stage * 0.014), palette.mid)
	art += polygon(
		[
			[x - half * 3.4, height],
			[x - half * 2.3, foot + stage * 0.01],
			[x + half * 2.2, foot],
			[x + half * 4.2, height],
		],
		palette.deep,
	)
	const bands = 5
	for (let band = 0; band < bands; band++) {
		const [upper, lower] = [band / bands, (band + 1) / bands]
		const tower = foot - lamp - half
		const wideAt = (share: number) => half * (0.72 + share * 0.42)
		const yAt = (share: number) => lamp + half + tower * share
		art += polygon(
			[
				[x - wideAt(upper), yAt(upper)],
				[x + wideAt(upper), yAt(upper)],
				[x + wideAt(lower), yAt(lower) + 0.5],
				[x - wideAt(lower), yAt(lower) + 0.5],
			],
			band % 2 === 0 ? palette.paper : mix(palette.deep, palette.mid, 0.2),
		)
	}
	art += rect(x - half * 0.95, lamp + half * 0.72, half * 1.9, half * 0.34, palette.deep)
	art += rect(x - half * 0.5, lamp - half * 0.6, half, half * 1.35, palette.glow)
	art += polygon(
		[
			[x - half * 0.75, lamp - half * 0.55],
			[x + half * 0.75, lamp - half * 0.55],
			[x, lamp - half * 1.6],
		],
		palette.deep,
	)
	art += circle(x, lamp, half * 0.34, palette.paper)
	const mirrored = flip ? `transform="translate(${width} 0) scale(-1 1)"` : ''
	return rect(0, 0, width, height, palette.ground) + clipBelow(plain, width, height, `<g ${mirrored}>${art}</g>`)
}
