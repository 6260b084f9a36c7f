import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, rect } from '#art/svg.ts'

/** Waves as overlapping fans, one disc above them. */
export function scales({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const radius = (Math.min(width, height) / 600) * random.pick([60, 75, 100])
	const start = top + stage * 0.36
	const disc = Math.min(width * 0.24, stage * 0.26)
	let art =
		rect(0, 0, width, height, palette.ground) +
		circle(width * random.between(0.3, 0.7), start - disc * 0.25, disc, palette.glow)
	const rows = Math.ceil((height - start) / (radius * 0.5)) + 1
	for (let row = 0; row < rows; row++) {
		const share = row / rows
		const back = share < 0.5 ? mix(palette.far, palette.mid, share * 2) : mix(palette.mid, palette.deep, share * 2 - 1)
		for (let column = -1; (column - 1) * radius * 2 < width; column++) {
			const x = column * radius * 2 + (row % 2) * radius
			const y = start + radius * (0.75 + row * 0.5)
			const loud = random.chance(0.035)
			for (const [index, size] of [1, 0.76, 0.52, 0.28].entries())
				art += circle(x, y, radius * size, index % 2 === 0 ? (loud ? palette.glow : back) : palette.paper)
		}
	}
	return art
}
