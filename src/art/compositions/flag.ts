import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, type Point, polygon, rect } from '#art/svg.ts'

/** A checkered flag in the wind. */
export function flag({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const across = random.pick([-1, 1])
	const x = width * (width > height * 1.2 ? 0.54 : 0.5)
	const wide = Math.min(width * 0.84, stage * 0.86)
	const tall = Math.min(stage * 0.58, wide * 0.8)
	const up = top + stage * 0.12
	const columns = 8
	const rows = 6
	const wave = tall * random.between(0.05, 0.075)
	const shift = random.between(0, 2)
	const lean = tall * 0.12
	const toPoint = (column: number, row: number): Point => {
		const along = column / columns
		return [
			x + across * wide * (along - 0.5),
			up + (tall * row) / rows + Math.sin(along * 5.2 + shift) * wave * (0.4 + along) - along * lean + tall * 0.08,
		]
	}
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, up + tall * 0.56, Math.min(width, stage) * 0.42, palette.far)
	for (let row = 0; row < rows; row++)
		for (let column = 0; column < columns; column++) {
			const fold = Math.cos((column / columns) * 5.2 + shift)
			const tone = (row + column) % 2 === 0 ? palette.deep : palette.paper
			art += polygon(
				[
					toPoint(column, row),
					toPoint(column + 1.02, row),
					toPoint(column + 1.02, row + 1.02),
					toPoint(column, row + 1.02),
				],
				mix(tone, palette.mid, Math.max(0, fold) * 0.35),
			)
		}
	const pole = x - across * wide * 0.5
	art += rect(pole - 7, up - tall * 0.06, 14, height, palette.glow)
	return art + circle(pole, up - tall * 0.08, 15, palette.glow)
}
