import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, rect } from '#art/svg.ts'
import { crystal, traveler } from './figure.ts'

/** Floors one above the other, ladders between them, and the goal at the top. */
export function ladders({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const floors = random.whole(3, 4)
	const gap = stage / (floors + 1.15)
	const thick = gap * 0.15
	const unit = Math.min(gap * 0.5, width * 0.1)
	let art = rect(0, 0, width, height, palette.ground)
	let side = random.chance(0.5)
	for (let index = 0; index <= floors; index++) {
		const y = bottom - gap * (index + 0.28)
		const isTop = index === floors
		const from = index === 0 ? 0 : side ? width * random.between(0.1, 0.2) : 0
		const to = index === 0 ? width : side ? width : width * random.between(0.8, 0.9)
		const tone = mix(palette.deep, palette.mid, index / floors)
		if (index === 0) art += rect(0, y, width, height - y, palette.deep)
		else
			art +=
				rect(from, y, to - from, thick, tone) + rect(from, y, to - from, thick * 0.3, mix(tone, palette.glow, 0.35))
		if (!isTop) {
			const x = width * (side ? random.between(0.2, 0.3) : random.between(0.7, 0.8))
			art += ladder(x, y - gap, y, unit * 0.62, mix(palette.glow, palette.ground, 0.25))
			for (let coin = 0; coin < 3; coin++)
				art += circle(width * (side ? 0.58 : 0.2) + coin * unit * 0.9, y - unit * 0.62, unit * 0.2, palette.glow)
		} else art += crystal(width * (side ? 0.62 : 0.38), y - unit * 0.95, unit * 0.8, palette.glow, palette.paper)
		if (index === 1) art += traveler(width * (side ? 0.86 : 0.1), y, gap * 0.5, palette.paper)
		side = !side
	}
	return art
}

function ladder(x: number, upper: number, lower: number, half: number, color: string): string {
	let art = line([x - half, upper], [x - half, lower], color, 7) + line([x + half, upper], [x + half, lower], color, 7)
	const rungs = Math.max(3, Math.round((lower - upper) / (half * 0.95)))
	for (let rung = 1; rung < rungs; rung++) {
		const y = upper + ((lower - upper) * rung) / rungs
		art += line([x - half, y], [x + half, y], color, 6)
	}
	return art
}
