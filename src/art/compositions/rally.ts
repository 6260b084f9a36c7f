import { mix, pickInk } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { rect } from '#art/svg.ts'

/** A ball between two paddles. */
export function rally({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const ink = pickInk(palette.ground, palette)
	const bar = stage * 0.26
	const wide = Math.min(width, stage) * 0.055
	const dash = stage / 15
	let art = rect(0, 0, width, height, palette.ground)
	for (let index = 0; index < 15; index++)
		art += rect(width / 2 - wide / 4, top + dash * (index + 0.2), wide / 2, dash * 0.55, mix(palette.ground, ink, 0.25))
	const from = top + stage * random.between(0.5, 0.66)
	const ballX = width * random.between(0.3, 0.42)
	const ballY = top + stage * random.between(0.24, 0.36)
	for (let echo = 1; echo < 5; echo++)
		art += rect(
			ballX - wide / 2 - echo * wide * 1.1,
			ballY - wide / 2 + echo * wide * 0.7,
			wide,
			wide,
			ink,
			`opacity="${0.5 - echo * 0.1}"`,
		)
	return (
		art +
		rect(width * 0.09, from - bar / 2, wide, bar, palette.glow) +
		rect(width * 0.91 - wide, ballY - bar * 0.3, wide, bar, ink) +
		rect(ballX - wide / 2, ballY - wide / 2, wide, wide, ink)
	)
}
