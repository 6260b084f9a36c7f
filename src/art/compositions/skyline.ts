import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, polygon, rect } from '#art/svg.ts'

/** A city in three layers of depth, with a few windows lit late at night. */
export function skyline({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const moon = Math.min(width * 0.24, stage * 0.28)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(width * random.between(0.28, 0.74), top + stage * 0.28, moon, palette.glow)
	for (const [depth, tone] of [
		[0, palette.far],
		[1, palette.mid],
		[2, palette.deep],
	] as const) {
		const share = depth / 2
		for (let x = -random.between(0, 60); x < width; ) {
			const wide = random.between(46, 92) * (0.75 + share * 0.5)
			const roof = top + stage * (0.2 + share * 0.26) + stage * random.between(0, 0.3)
			art += building(x, roof, wide, height, tone, random.whole(0, 4))
			const pane = wide / 7
			for (let y = roof + pane * 1.6; depth > 0 && y < height - pane; y += pane * 2.2) {
				for (let column = 1; column < 6; column += 2) {
					const lit = random.chance(depth === 2 ? 0.26 : 0.16)
					art += rect(
						x + pane * (column + 0.05),
						y,
						pane * 0.9,
						pane * 1.15,
						lit ? palette.glow : mix(tone, palette.ground, 0.14),
					)
				}
			}
			x += wide + (depth === 2 && random.chance(0.4) ? random.between(8, 40) : 0)
		}
	}
	return art
}

function building(x: number, roof: number, wide: number, height: number, fill: string, crown: number): string {
	const body = rect(x, roof, wide + 0.5, height - roof, fill)
	if (crown === 0) return body + rect(x + wide * 0.46, roof - wide * 0.7, wide * 0.08, wide * 0.7, fill)
	if (crown === 1)
		return (
			body +
			polygon(
				[
					[x, roof + 1],
					[x + wide, roof + 1],
					[x + wide, roof - wide * 0.4],
				],
				fill,
			)
		)
	if (crown === 2) return body + rect(x + wide * 0.2, roof - wide * 0.22, wide * 0.6, wide * 0.24, fill)
	if (crown === 3)
		return (
			body +
			polygon(
				[
					[x + wide * 0.15, roof + 1],
					[x + wide * 0.85, roof + 1],
					[x + wide * 0.5, roof - wide * 0.8],
				],
				fill,
			)
		)
	return body
}
