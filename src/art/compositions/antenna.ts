import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, place, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A mast on a hill at night, and the waves that it sends. */
export function antenna({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : random.between(0.42, 0.58))
	const half = Math.min(width * 0.5, stage * 0.46)
	const ground = bottom - stage * 0.15
	const tip = ground - half * 1.56
	let art = rect(0, 0, width, height, palette.ground)
	for (let star = 0; star < 36; star++)
		art += circle(random.between(0, width), random.between(top, ground), random.between(0.8, 2.4), palette.far)
	for (let wave = 4; wave >= 1; wave--)
		for (const side of [-1, 1]) {
			const reach = half * (0.06 + wave * 0.19)
			art += stroke(
				`M${num(x + side * reach * 0.76)} ${num(tip - reach * 0.65)}A${num(reach)} ${num(reach)} 0 0 ${side > 0 ? 1 : 0} ${num(x + side * reach * 0.76)} ${num(tip + reach * 0.65)}`,
				palette.glow,
				half * 0.05,
				`stroke-linecap="round" opacity="${num(1.15 - wave * 0.2)}"`,
			)
		}
	art += path(ridge(random, width, height, ground - half * 0.24, stage * 0.06), palette.far)
	art += path(ridge(random, width, height, ground - half * 0.02, stage * 0.03), palette.mid)
	art += place(mast(palette.deep), x, ground + half * 0.06, half / 100)
	art += circle(x, tip, half * 0.07, palette.glow) + circle(x, tip, half * 0.03, palette.paper)
	const hut = half * 0.3
	art +=
		rect(x + half * 0.34, ground - hut * 0.7, hut, hut, mix(palette.deep, palette.mid, 0.25)) +
		rect(x + half * 0.4, ground - hut * 0.46, hut * 0.24, hut * 0.26, palette.glow)
	return art + path(ridge(random, width, height, ground + stage * 0.02, stage * 0.012), palette.deep)
}

function mast(fill: string): string {
	let braces = ''
	const half = (level: number) => 34 * (1 - level / 150) + 2
	for (let level = 0; level < 132; ) {
		const next = level + 12 + (132 - level) * 0.1
		braces += stroke(
			`M${num(-half(level))} ${num(-level)}L${num(half(next))} ${num(-next)}M${num(half(level))} ${num(-level)}L${num(-half(next))} ${num(-next)}M${num(-half(next))} ${num(-next)}H${num(half(next))}`,
			fill,
			2.6,
		)
		level = next
	}
	return braces + stroke(`M-36 4L-3 -140M36 4L3 -140M0 -136V-160`, fill, 5)
}
