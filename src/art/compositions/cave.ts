import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, clipBelow, num, path, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge } from './ridge.ts'

/** A cave seen from inside, layers of hanging rock, and light at its far end. */
export function cave({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const layers = 5
	const x = width * random.between(0.35, 0.65)
	const middle = top + stage * 0.58
	let art = rect(0, plain, width, height - plain, mix(palette.glow, palette.ground, 0.25))
	art += circle(x, middle, Math.min(width, stage) * 0.24, palette.glow)
	art += circle(x, middle, Math.min(width, stage) * 0.13, mix(palette.glow, palette.paper, 0.7))
	for (let layer = 0; layer < layers; layer++) {
		const share = layer / (layers - 1)
		const tone = share < 0.5 ? mix(palette.far, palette.mid, share * 2) : mix(palette.mid, palette.deep, share * 2 - 1)
		const opening = stage * (0.12 + share * 0.3)
		art += path(
			ceiling(random, width, plain - 20, middle - opening * 0.95, stage * (0.1 + share * 0.12), 15 - layer * 2),
			tone,
		)
		const floor = middle + opening * 0.9
		if (layer === 2) art += traveler(x, floor + stage * 0.02, stage * 0.14, palette.deep)
		art += path(ridge(random, width, height, floor + stage * 0.02, stage * 0.018), tone)
	}
	return rect(0, 0, width, height, palette.ground) + clipBelow(plain, width, height, art)
}

/** Draws a ceiling of rock that ends in points and hangs lower toward the sides. */
function ceiling(random: Random, width: number, from: number, level: number, drop: number, count: number): string {
	const pitch = width / count
	let data = `M-20 ${num(from)}`
	for (let index = -1; index <= count; index++) {
		const x = pitch * (index + 0.5)
		const side = Math.abs(x / width - 0.5) * 2
		const root = level - drop * (1.2 - side * 1.1) + drop * random.between(-0.15, 0.15)
		const reach = root + drop * random.between(0.1, 1.5) * (0.35 + side)
		const half = pitch * random.between(0.16, 0.32)
		data += `L${num(x - pitch * 0.5)} ${num(root)}L${num(x - half)} ${num(root + drop * 0.08)}L${num(x + half * random.between(-0.3, 0.3))} ${num(reach)}L${num(x + half)} ${num(root + drop * 0.05)}`
	}
	return `${data}V${num(from)}Z`
}
