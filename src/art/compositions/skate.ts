import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, place, rect, stroke } from '#art/svg.ts'

/** A board in the air above a half-pipe. */
export function skate({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const across = random.pick([-1, 1])
	const size = Math.min(width * 0.4, stage * 0.4)
	const x = width / 2
	const lip = top + stage * 0.42
	const floor = bottom - stage * 0.1
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + across * size * 0.55, top + stage * 0.3, size * 0.66, palette.glow)
	for (const [index, tone] of [palette.far, mix(palette.mid, palette.far, 0.3), palette.mid, palette.deep].entries()) {
		const drop = index * stage * 0.035
		const edge = width * (0.06 + index * 0.012)
		art += path(
			`M-5 ${num(lip + drop)}H${num(edge)}C${num(edge + width * 0.05)} ${num(floor + drop * 0.6)} ${num(width * 0.3)} ${num(floor + drop)} ${num(x)} ${num(floor + drop)}C${num(width * 0.7)} ${num(floor + drop)} ${num(width - edge - width * 0.05)} ${num(floor + drop * 0.6)} ${num(width - edge)} ${num(lip + drop)}H${num(width + 5)}V${num(height + 5)}H-5Z`,
			tone,
		)
	}
	for (const side of [0, 1])
		art += rect(side * width - (side ? width * 0.062 : 5), lip - 7, width * 0.062 + 5, 12, palette.paper)
	const start = across > 0 ? width * 0.07 : width * 0.93
	const end = x + across * size * 0.18
	art += stroke(
		`M${num(start)} ${num(lip - 8)}Q${num(start + across * size * 0.2)} ${num(top - stage * 0.02)} ${num(end)} ${num(top + stage * 0.24)}`,
		palette.paper,
		5,
		'stroke-dasharray="1 16" stroke-linecap="round"',
	)
	return (
		art +
		place(
			board(palette.deep, palette.glow, palette.paper),
			end,
			top + stage * 0.33,
			size / 100,
			across * random.between(14, 40),
			across,
		)
	)
}

function board(dark: string, glow: string, light: string): string {
	return (
		path('M-84 -26Q-78 -10 -60 -8H60Q78 -10 84 -26L92 -22Q86 4 62 6H-62Q-86 4 -92 -22Z', dark) +
		rect(-60, -14, 120, 6, glow) +
		[-1, 1]
			.map(
				(side) =>
					rect(side * 46 - 12, 5, 24, 8, light) + circle(side * 58, 18, 11, light) + circle(side * 34, 18, 11, light),
			)
			.join('')
	)
}
