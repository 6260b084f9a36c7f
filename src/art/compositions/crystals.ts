import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A cluster of crystals growing from one root, the tallest of them lit. */
export function crystals({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.36, 0.64) : 0.5)
	const foot = bottom - stage * 0.13
	const unit = Math.min(width * 0.9, stage)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, top + stage * 0.45, unit * 0.4, palette.far)
	for (let speck = 0; speck < 14; speck++) {
		const size = unit * random.between(0.008, 0.02)
		art += shard(
			random.between(0.05, 0.95) * width,
			top + stage * random.between(0.1, 0.7),
			size * 3.4,
			size,
			0,
			palette.glow,
			palette.paper,
		)
	}
	const count = random.whole(6, 8)
	const order = Array.from({ length: count }, (_, index) => index - (count - 1) / 2).sort(
		(a, b) => Math.abs(b) - Math.abs(a),
	)
	for (const place of order) {
		const lean = place * random.between(9, 13)
		const tall = unit * (0.78 - Math.abs(place) * 0.12) * random.between(0.92, 1.06)
		const isLit = Math.abs(place) < 0.6 && place >= 0
		const tone = mix(palette.mid, palette.deep, Math.abs(place) / count)
		art += shard(
			x + place * unit * 0.07,
			foot + unit * 0.04,
			tall,
			unit * random.between(0.06, 0.085),
			lean,
			isLit ? palette.glow : tone,
			isLit ? palette.paper : mix(tone, palette.paper, 0.3),
		)
	}
	return art + path(ridge(random, width, height, foot, stage * 0.02), palette.deep)
}

function shard(x: number, foot: number, tall: number, half: number, lean: number, fill: string, lit: string): string {
	const shoulder = foot - tall * 0.78
	const body =
		polygon(
			[
				[x - half, foot],
				[x - half, shoulder],
				[x, foot - tall],
				[x + half, shoulder],
				[x + half, foot],
			],
			fill,
		) +
		polygon(
			[
				[x - half, shoulder],
				[x, foot - tall],
				[x + half * 0.25, shoulder],
				[x + half * 0.25, foot],
				[x - half, foot],
			],
			lit,
		)
	return `<g transform="rotate(${Math.round(lean)} ${Math.round(x)} ${Math.round(foot)})">${body}</g>`
}
