import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, num, rect, ring, stroke } from '#art/svg.ts'

/** A gun sight: broken rings, ticks, and a disc that has slipped off center. */
export function target({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.36, 0.64) : 0.5)
	const y = top + stage * 0.52
	const reach = Math.min(width * 0.42, stage * 0.45)
	let art = rect(0, 0, width, height, palette.ground) + circle(x, y, reach, palette.far)
	const angle = random.between(0, 6.28)
	art += circle(x + Math.cos(angle) * reach * 0.3, y + Math.sin(angle) * reach * 0.3, reach * 0.34, palette.glow)
	for (const [index, share] of [0.92, 0.68, 0.44].entries()) {
		const far = reach * share
		const arc = far * random.between(1, 2.2)
		art += ring(
			x,
			y,
			far,
			index === 1 ? palette.deep : palette.mid,
			reach * 0.075,
			`stroke-dasharray="${num(arc)} ${num(far * 0.28)}" transform="rotate(${random.whole(0, 359)} ${num(x)} ${num(y)})"`,
		)
	}
	for (let tick = 0; tick < 60; tick++) {
		const turn = (tick / 60) * Math.PI * 2
		const inner = reach * (tick % 5 === 0 ? 0.985 : 1.02)
		art += line(
			[x + Math.cos(turn) * inner, y + Math.sin(turn) * inner],
			[x + Math.cos(turn) * reach * 1.06, y + Math.sin(turn) * reach * 1.06],
			mix(palette.mid, palette.deep, 0.3),
			3,
		)
	}
	const cross = reach * 1.06
	art += stroke(
		`M${num(x - cross)} ${num(y)}H${num(x - reach * 0.16)}M${num(x + reach * 0.16)} ${num(y)}H${num(x + cross)}M${num(x)} ${num(y - cross)}V${num(y - reach * 0.16)}M${num(x)} ${num(y + reach * 0.16)}V${num(y + cross)}`,
		palette.paper,
		4,
	)
	return art + circle(x, y, 7, palette.paper)
}
