import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, place, polygon, rect } from '#art/svg.ts'

/** A fast car from the front, on a straight road into the sun. */
export function car({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.6) : 0.5)
	const half = Math.min(width * 0.38, stage * 0.42)
	const skyEnd = top + stage * 0.56
	const radius = half * random.between(0.8, 0.95)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, skyEnd - radius * 0.25, radius, palette.glow)
	for (let cut = 0; cut < 4; cut++)
		art += rect(
			x - radius,
			skyEnd - radius * (0.14 + cut * 0.2),
			radius * 2,
			radius * (0.075 - cut * 0.014),
			palette.ground,
		)
	art += rect(0, skyEnd, width, height - skyEnd, palette.mid)
	art += polygon(
		[
			[x - half * 0.22, skyEnd],
			[x + half * 0.22, skyEnd],
			[x + half * 2.3, height],
			[x - half * 2.3, height],
		],
		palette.deep,
	)
	for (const side of [-1, 1])
		art += polygon(
			[
				[x + side * half * 0.18, skyEnd],
				[x + side * half * 0.2, skyEnd],
				[x + side * half * 2.06, height],
				[x + side * half * 1.9, height],
			],
			palette.glow,
		)
	return (
		art +
		place(
			vehicle(palette.far, mix(palette.far, palette.deep, 0.6), palette.deep, palette.paper),
			x,
			bottom - half * 0.5,
			half / 100,
		)
	)
}

function vehicle(body: string, shade: string, dark: string, light: string): string {
	const lamps = [-1, 1]
		.map((side) => rect(side * 58 - 22, -6, 44, 15, light, 'rx="6"') + circle(side * 74, 34, 6, light))
		.join('')
	const tires = [-1, 1].map((side) => rect(side * 76 - 16, 24, 32, 42, dark, 'rx="8"')).join('')
	return (
		tires +
		path('M-60 -20L-40 -66Q-37 -72 -29 -72H29Q37 -72 40 -66L60 -20Z', shade) +
		path('M-48 -22L-33 -62H33L48 -22Z', light, 'opacity="0.85"') +
		path('M8 -22L20 -62H33L48 -22Z', dark, 'opacity="0.25"') +
		path(`M-96 8Q-96 -14 -74 -20L-40 -28H40L74 -20Q96 -14 96 8V36Q96 44 88 44H-88Q-96 44 -96 36Z`, body) +
		rect(-96, 20, 192, 24, shade, 'rx="9"') +
		rect(-34, 2, 68, 14, dark, 'rx="5"') +
		lamps +
		rect(-24, 25, 48, 13, light, `rx="${num(3)}"`)
	)
}
