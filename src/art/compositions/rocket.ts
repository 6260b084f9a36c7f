import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, clipBelow, num, path, polygon, rect } from '#art/svg.ts'

/** A rocket in flight, smoke below it, planets around it. */
export function rocket({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const unit = Math.min(width * 0.8, stage)
	const x = width * 0.5
	const y = top + stage * 0.42
	const lean = random.whole(14, 34) * (random.chance(0.5) ? 1 : -1)
	let art = ''
	for (let star = 0; star < 50; star++)
		art += circle(
			random.between(0, width),
			random.between(plain, height),
			random.between(1, 3),
			palette.paper,
			'opacity="0.7"',
		)
	art += circle(x - Math.sign(lean) * unit * 0.42, top + stage * 0.2, unit * 0.13, palette.far)
	art += circle(x + Math.sign(lean) * unit * 0.4, top + stage * 0.62, unit * 0.07, palette.mid)
	const half = unit * 0.095
	const tall = unit * 0.27
	let craft = ''
	for (let puff = 9; puff >= 0; puff--)
		craft += circle(
			x + random.between(-1, 1) * unit * 0.012 * puff,
			y + tall * 1.25 + puff * unit * 0.085,
			unit * (0.045 + puff * 0.017),
			puff < 2 ? palette.glow : mix(palette.paper, palette.mid, puff / 11),
		)
	craft += polygon(
		[
			[x - half * 0.6, y + tall * 0.9],
			[x + half * 0.6, y + tall * 0.9],
			[x, y + tall * 1.7],
		],
		palette.glow,
	)
	for (const side of [-1, 1])
		craft += path(
			`M${num(x + side * half * 0.8)} ${num(y + tall * 0.25)}C${num(x + side * half * 2.1)} ${num(y + tall * 0.5)} ${num(x + side * half * 2)} ${num(y + tall * 0.9)} ${num(x + side * half * 1.9)} ${num(y + tall * 1.15)}L${num(x + side * half * 0.7)} ${num(y + tall * 0.9)}Z`,
			palette.glow,
		)
	craft += path(
		`M${num(x)} ${num(y - tall)}C${num(x + half * 1.5)} ${num(y - tall * 0.4)} ${num(x + half * 1.2)} ${num(y + tall * 0.5)} ${num(x + half * 0.72)} ${num(y + tall * 0.95)}H${num(x - half * 0.72)}C${num(x - half * 1.2)} ${num(y + tall * 0.5)} ${num(x - half * 1.5)} ${num(y - tall * 0.4)} ${num(x)} ${num(y - tall)}Z`,
		palette.paper,
	)
	craft += circle(x, y - tall * 0.1, half * 0.52, palette.deep) + circle(x, y - tall * 0.1, half * 0.34, palette.mid)
	art += `<g transform="rotate(${lean} ${num(x)} ${num(y)})">${craft}</g>`
	return rect(0, 0, width, height, palette.ground) + clipBelow(plain, width, height, art)
}
