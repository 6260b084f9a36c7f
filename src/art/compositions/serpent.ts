import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, polygon, rect, stroke } from '#art/svg.ts'

/** A serpent that winds down the sheet, coil after coil, in front of a disc. */
export function serpent({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const flip = random.chance(0.5)
	const turns = width > height ? 2 : 3
	const thick = Math.min(width, stage) * random.between(0.11, 0.13)
	const bend = (stage * 0.86) / turns / 2
	const [left, right] = [
		width * 0.5 - Math.min(width * 0.28, stage * 0.5),
		width * 0.5 + Math.min(width * 0.28, stage * 0.5),
	]
	const start = top + stage * 0.1
	let outline = `M${num(width * 0.5)} ${num(start)}H${num(right)}`
	for (let turn = 0; turn < turns; turn++)
		outline += `a${num(bend / 2)} ${num(bend / 2)} 0 0 1 0 ${num(bend)}H${num(left)}a${num(bend / 2)} ${num(bend / 2)} 0 0 0 0 ${num(bend)}H${num(right)}`
	outline += `a${num(bend)} ${num(bend)} 0 0 1 ${num(bend)} ${num(bend)}V${num(height + 60)}`
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(width * 0.5, top + stage * 0.5, Math.min(width * 0.44, stage * 0.46), palette.far)
	const body =
		stroke(outline, palette.deep, thick * 1.16, 'stroke-linecap="round"') +
		stroke(outline, palette.mid, thick, 'stroke-linecap="round"') +
		stroke(
			outline,
			mix(palette.mid, palette.deep, 0.55),
			thick * 0.98,
			`stroke-dasharray="${num(thick * 0.22)} ${num(thick * 0.5)}"`,
		) +
		stroke(outline, palette.glow, thick * 0.16)
	const head = width * 0.5
	const face =
		circle(head, start, thick * 0.72, palette.mid) +
		circle(head + thick * 0.1, start - thick * 0.26, thick * 0.17, palette.glow) +
		circle(head + thick * 0.07, start - thick * 0.26, thick * 0.07, palette.deep) +
		polygon(
			[
				[head - thick * 0.66, start + thick * 0.02],
				[head - thick * 1.3, start - thick * 0.1],
				[head - thick * 1.12, start + thick * 0.05],
				[head - thick * 1.3, start + thick * 0.22],
			],
			palette.glow,
		)
	art += `<g ${flip ? `transform="translate(${num(width)} 0) scale(-1 1)"` : ''}>${body}${face}</g>`
	return art
}
