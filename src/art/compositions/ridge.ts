import type { Random } from '#art/random.ts'
import { num, type Point } from '#art/svg.ts'

/** Returns a rolling line across the canvas as path data, closed along the bottom. */
export function ridge(random: Random, width: number, height: number, level: number, swing: number): string {
	const points = ridgePoints(random, width, level, swing)
	const [first, ...rest] = points
	if (!first) return ''
	let data = `M${num(first[0])} ${num(first[1])}`
	for (const [index, [x, y]] of rest.entries()) {
		const [beforeX, beforeY] = points[index] ?? first
		data += `Q${num(beforeX)} ${num(beforeY)} ${num((beforeX + x) / 2)} ${num((beforeY + y) / 2)}`
	}
	return `${data}L${num(width + 40)} ${num(height)}L-40 ${num(height)}Z`
}

/** Returns the points of a rolling line from left to right, a little past both edges. */
export function ridgePoints(random: Random, width: number, level: number, swing: number): Point[] {
	const waves = [1, 2.3, 4.1].map((pace) => ({
		pace,
		shift: random.between(0, 6.28),
		share: random.between(0.5, 1) / pace,
	}))
	const points: Point[] = []
	for (let step = -1; step <= 25; step++) {
		const x = (step / 24) * width
		const turn = (x / width) * Math.PI * 1.6
		const rise = waves.reduce((sum, { pace, shift, share }) => sum + Math.sin(turn * pace + shift) * share, 0)
		points.push([x, level + rise * swing])
	}
	return points
}
