import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A landscape seen through a keyhole. */
export function keyhole({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width / 2
	const head = Math.min(width * 0.3, stage * 0.27)
	const y = top + stage * 0.06 + head
	const foot = bottom - stage * 0.07
	const neck = head * 0.5
	const hole = `M${num(x - neck)} ${num(y + head * 0.86)}A${num(head)} ${num(head)} 0 1 1 ${num(x + neck)} ${num(y + head * 0.86)}L${num(x + head * 0.9)} ${num(foot)}H${num(x - head * 0.9)}Z`
	let view = rect(0, 0, width, height, palette.far)
	view += circle(x + head * random.between(-0.4, 0.4), y - head * 0.05, head * 0.52, palette.glow)
	const rows = 4
	for (let row = 0; row < rows; row++)
		view += path(
			ridge(random, width, height, y + head * 0.35 + ((foot - y) * row) / rows, head * 0.12),
			mix(palette.mid, palette.deep, row / rows),
		)
	const plate = `M${num(x - head * 1.35)} ${num(y)}A${num(head * 1.35)} ${num(head * 1.35)} 0 0 1 ${num(x + head * 1.35)} ${num(y)}V${num(height)}H${num(x - head * 1.35)}Z`
	return `<defs><clipPath id="hole"><path d="${hole}"/></clipPath></defs>${rect(0, 0, width, height, palette.ground)}${path(plate, palette.deep, `opacity="${0.9}"`)}<g clip-path="url(#hole)">${view}</g>`
}
