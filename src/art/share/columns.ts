import { rect } from '#art/svg.ts'
import { COLORS, type Place } from './frame.ts'

/** Draws counts as columns beside each other. An empty one is a line, and one with anything in it is visibly higher. */
export function drawColumns(counts: readonly number[], { x, y, width, height }: Place): string {
	const most = Math.max(1, ...counts)
	const pitch = width / counts.length
	return counts
		.map((count, index) => {
			const tall = count === 0 ? 4 : Math.max(8, (count / most) * height)
			const fill = count === 0 ? COLORS.starOff : COLORS.star
			return rect(x + index * pitch, y + height - tall, pitch - 5, tall, fill, 'rx="3"')
		})
		.join('')
}
