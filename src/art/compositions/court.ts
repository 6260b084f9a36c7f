import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, num, rect, ring, stroke } from '#art/svg.ts'

/** A pitch from above: lines, the center circle, and a ball with its path. */
export function court({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const y = top + stage * 0.56
	const radius = Math.min(width, stage) * 0.27
	const weight = 6
	let art = rect(0, 0, width, height, palette.ground)
	const stripes = 8
	for (let stripe = 0; stripe < stripes; stripe += 2)
		art += rect((width / stripes) * stripe, plain, width / stripes, height - plain, palette.far)
	art +=
		line([0, y], [width, y], palette.paper, weight) +
		ring(width / 2, y, radius, palette.paper, weight) +
		circle(width / 2, y, 11, palette.paper)
	art += stroke(
		`M${num(width * 0.22)} ${num(height + 10)}V${num(bottom - stage * 0.1)}H${num(width * 0.78)}V${num(height + 10)}`,
		palette.paper,
		weight,
	)
	const toX = width * random.pick([0.26, 0.74])
	const fromX = width - toX
	const toY = top + stage * random.between(0.16, 0.24)
	art += stroke(
		`M${num(fromX)} ${num(bottom - stage * 0.04)}Q${num(fromX)} ${num(toY)} ${num(toX)} ${num(toY)}`,
		palette.glow,
		5,
		'stroke-dasharray="2 18" stroke-linecap="round"',
	)
	const ball = radius * 0.34
	return (
		art +
		circle(toX + ball * 0.2, toY + ball * 0.25, ball, mix(palette.mid, palette.deep, 0.7), 'opacity="0.45"') +
		circle(toX, toY, ball, palette.glow) +
		stroke(
			`M${num(toX - ball)} ${num(toY)}Q${num(toX)} ${num(toY - ball * 0.5)} ${num(toX + ball)} ${num(toY)}`,
			palette.deep,
			4,
		)
	)
}
