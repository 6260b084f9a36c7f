import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, rect, ring, stroke } from '#art/svg.ts'

/** A loop in a track, with rings to collect along it. */
export function loop({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.58) : 0.5)
	const radius = Math.min(width * 0.33, stage * 0.34)
	const floor = bottom - stage * 0.16
	const y = floor - radius
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + across * radius * 0.9, top + stage * 0.2, radius * 0.42, palette.far)
	const side = 36
	for (let row = 0; floor + row * side < height + side; row++)
		for (let column = -1; column * side < width; column++)
			art += rect(
				column * side,
				floor + row * side,
				side + 0.5,
				side + 0.5,
				(row + column) % 2 ? palette.deep : mix(palette.deep, palette.mid, 0.55),
			)
	const way = `M${num(x - across * width)} ${num(floor)}H${num(x)}A${num(radius)} ${num(radius)} 0 1 ${across > 0 ? 0 : 1} ${num(x - across * 1)} ${num(floor)}H${num(x + across * width)}`
	for (const [wide, tone] of [
		[56, palette.deep],
		[44, palette.mid],
		[22, palette.glow],
		[9, palette.paper],
	] as const)
		art += stroke(way, tone, wide)
	const count = 7
	for (let index = 0; index < count; index++) {
		const angle = Math.PI * (1.12 + (index / (count - 1)) * 0.76)
		art += ring(
			x + Math.cos(angle) * radius * 0.66,
			y + Math.sin(angle) * radius * 0.66,
			radius * 0.075,
			palette.glow,
			radius * 0.04,
		)
	}
	const angle = Math.PI * random.between(-0.2, 0.12)
	const ballX = x + Math.cos(angle) * radius * 0.76
	const ballY = y + Math.sin(angle) * radius * 0.76
	return (
		art +
		circle(ballX, ballY, radius * 0.15, palette.paper) +
		stroke(
			`M${num(ballX - radius * 0.08)} ${num(ballY)}A${num(radius * 0.08)} ${num(radius * 0.08)} 0 1 1 ${num(ballX)} ${num(ballY + radius * 0.08)}`,
			palette.deep,
			radius * 0.035,
		)
	)
}
