import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, rect } from '#art/svg.ts'

/** Rows of colored balls, packed closely, and one that flies to join them. */
export function bubbles({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const columns = Math.round(width / (width > height * 1.2 ? 92 : 84))
	const pitch = width / columns
	const rows = Math.max(3, Math.round((stage * 0.62) / (pitch * 0.87)))
	const tones = [
		palette.glow,
		palette.paper,
		palette.mid,
		mix(palette.mid, palette.deep, 0.6),
		mix(palette.glow, palette.mid, 0.55),
	]
	const start = Math.max(plain, top - pitch * 0.4)
	let art = rect(0, 0, width, height, palette.ground)
	let last = random.whole(0, 4)
	for (let row = 0; row < rows; row++) {
		const depth = row / (rows - 1)
		for (let column = -1; column <= columns; column++) {
			// Neighbors often share a color, as in a game that has gone on for a while
			last = random.chance(0.42) ? last : random.whole(0, 4)
			if (row > rows / 2 && random.chance(depth * 0.5)) continue
			art += ball(
				pitch * (column + 0.5 + (row % 2) * 0.5),
				start + pitch * (0.5 + row * 0.87),
				pitch * 0.47,
				tones[last] ?? palette.mid,
				palette,
			)
		}
	}
	const x = width * random.between(0.4, 0.6)
	const foot = bottom - pitch * 0.2
	for (let dot = 1; dot < 6; dot++)
		art += circle(x + dot * pitch * 0.18, foot - pitch * (0.5 + dot * 0.42), pitch * 0.06, palette.paper)
	return art + ball(x, foot - pitch * 0.2, pitch * 0.56, palette.glow, palette)
}

function ball(x: number, y: number, radius: number, fill: string, { paper, deep }: Scene['palette']): string {
	return (
		circle(x, y, radius, fill) +
		circle(x + radius * 0.12, y + radius * 0.14, radius * 0.74, mix(fill, deep, 0.14)) +
		circle(x - radius * 0.36, y - radius * 0.38, radius * 0.2, mix(fill, paper, 0.7))
	)
}
