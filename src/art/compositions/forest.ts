import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, polygon, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge } from './ridge.ts'

/** Rows of firs that get darker toward the viewer, with a lit disc among them. */
export function forest({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const radius = Math.min(width * 0.26, stage * 0.3)
	const x = width * random.between(0.3, 0.7)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, top + stage * 0.36, radius * 1.3, palette.far) + circle(x, top + stage * 0.36, radius, palette.glow)
	const rows = 4
	for (let row = 0; row < rows; row++) {
		const share = row / (rows - 1)
		const tone = share < 0.5 ? mix(palette.far, palette.mid, share * 2) : mix(palette.mid, palette.deep, share * 2 - 1)
		const foot = top + stage * (0.62 + share * 0.34)
		const tall = stage * (0.26 + share * 0.2)
		const gap = width * (0.09 + share * 0.075)
		for (let at = -gap * random.between(0, 1); at < width + gap; at += gap * random.between(0.6, 1.25)) {
			const open = row === rows - 1 && Math.abs(at - x) < gap * 1.3
			if (!open) art += fir(at, foot, tall * random.between(0.65, 1.1), tone)
		}
		art += path(ridge(random, width, height, foot - 4, stage * 0.012), tone)
	}
	return art + traveler(x, bottom - stage * 0.05, stage * 0.085, palette.glow)
}

function fir(x: number, foot: number, tall: number, fill: string): string {
	let tree = rect(x - tall * 0.02, foot - tall * 0.2, tall * 0.04, tall * 0.24, fill)
	for (const [rise, half] of [
		[0.08, 0.2],
		[0.32, 0.155],
		[0.55, 0.11],
	] as const) {
		tree += polygon(
			[
				[x, foot - tall * (rise + 0.45)],
				[x + tall * half, foot - tall * rise],
				[x - tall * half, foot - tall * rise],
			],
			fill,
		)
	}
	return tree
}
