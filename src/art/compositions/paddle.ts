import { mix, pickInk } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { rect, stroke } from '#art/svg.ts'

/** A ball between a wall of bricks and a paddle. */
export function paddle({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const ink = pickInk(palette.ground, palette)
	const columns = Math.round(width / 86)
	const wide = width / columns
	const tall = stage * 0.062
	const tones = [palette.glow, mix(palette.glow, palette.mid, 0.5), palette.mid, mix(palette.mid, ink, 0.4), ink]
	let art = rect(0, 0, width, height, palette.ground)
	for (const [row, tone] of tones.entries())
		for (let column = 0; column < columns; column++)
			if (row < 3 || !random.chance(0.3 * (row - 2)))
				art += rect(column * wide + 4, top + row * tall * 1.22, wide - 8, tall, tone, 'rx="3"')
	const foot = top + stage * 0.94
	const x = width * random.between(0.36, 0.64)
	const ball = stage * 0.034
	const ballX = x + width * random.pick([-0.12, 0.12])
	const ballY = top + stage * random.between(0.58, 0.68)
	return (
		art +
		stroke(`M${ballX} ${ballY}L${x} ${foot - 14}`, palette.far, 4, 'stroke-dasharray="2 14" stroke-linecap="round"') +
		rect(ballX - ball / 2, ballY - ball / 2, ball, ball, ink) +
		rect(x - wide * 0.85, foot - 12, wide * 1.7, 20, palette.glow, 'rx="6"')
	)
}
