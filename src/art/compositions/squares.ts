import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { num, rect } from '#art/svg.ts'

/** A grid of squares, more of them colored from row to row. */
export function squares({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const isWide = width > height * 1.2
	const columns = isWide ? 9 : random.whole(4, 5)
	const pitch = Math.min((width * 0.86) / columns, stage / 3.2)
	const rows = Math.max(3, Math.floor(stage / pitch))
	const left = (width - pitch * columns) / 2
	const start = top + (stage - pitch * rows) / 2
	const empty = mix(palette.ground, palette.far, 0.85)
	let art = rect(0, 0, width, height, palette.ground)
	for (let row = 0; row < rows; row++) {
		const known = (row + 1) / (rows + 0.4)
		for (let column = 0; column < columns; column++) {
			const tone = random.chance(known) ? (random.chance(0.25 + known * 0.55) ? palette.glow : palette.mid) : empty
			art += rect(
				left + pitch * (column + 0.06),
				start + pitch * (row + 0.06),
				pitch * 0.88,
				pitch * 0.88,
				tone,
				`rx="${num(pitch * 0.1)}"`,
			)
			if (tone !== empty)
				art += rect(
					left + pitch * (column + 0.06),
					start + pitch * (row + 0.8),
					pitch * 0.88,
					pitch * 0.14,
					mix(tone, palette.deep, 0.25),
					`rx="${num(pitch * 0.07)}"`,
				)
		}
	}
	return art
}
