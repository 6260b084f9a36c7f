import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge } from './ridge.ts'

/** A giant that rises over the hills, and a small traveler before it. */
export function giant({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.6) : random.between(0.46, 0.54))
	const half = Math.min(width * 0.46, stage * 0.48)
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, top + half * 0.86, half * 0.78, palette.glow)
	art += path(ridge(random, width, height, bottom - stage * 0.3, stage * 0.06), palette.far)
	art += place(
		colossus(palette.deep, mix(palette.deep, palette.mid, 0.42), palette.mid, palette.paper, random),
		x,
		top + half * 0.98,
		half / 100,
		0,
		across,
	)
	art += path(ridge(random, width, height, bottom - stage * 0.16, stage * 0.04), mix(palette.mid, palette.far, 0.2))
	art += path(ridge(random, width, height, bottom - stage * 0.08, stage * 0.02), palette.mid)
	art += traveler(x - across * half * 0.66, bottom - stage * 0.025, stage * 0.1, palette.deep)
	return art + path(ridge(random, width, height, bottom - stage * 0.02, stage * 0.02), palette.deep)
}

function colossus(dark: string, shade: string, moss: string, light: string, random: Random): string {
	const horns = random.chance(0.5)
		? path(
				'M-20 -74C-40 -80 -44 -98 -34 -110C-34 -98 -26 -90 -12 -86ZM20 -74C40 -80 44 -98 34 -110C34 -98 26 -90 12 -86Z',
				dark,
			)
		: ''
	return (
		horns +
		path(
			'M-16 140V40L-34 -6C-52 -14 -58 2 -62 30L-70 84C-72 98 -92 98 -92 82L-84 10C-80 -26 -60 -44 -32 -48L-22 -58Q-26 -90 0 -92Q26 -90 22 -58L32 -48C60 -44 80 -26 84 10L92 82C92 98 72 98 70 84L62 30C58 2 52 -14 34 -6L16 40V140Z',
			dark,
		) +
		path('M-34 -6L-40 150H40L34 -6Q0 10 -34 -6Z', dark) +
		path(
			'M0 -92Q26 -90 22 -58L32 -48C60 -44 80 -26 84 10L92 82C92 98 72 98 70 84L62 30C58 2 52 -14 34 -6L40 150H10L14 -10L4 -50Z',
			shade,
		) +
		[
			[-58, -30],
			[-70, 10],
			[54, -34],
			[74, 22],
			[-12, 30],
			[20, 60],
		]
			.map(([x = 0, y = 0]) => rect(x - 9, y, random.between(12, 22), 5, moss, 'rx="2.5"'))
			.join('') +
		circle(-8, -70, 4.6, light) +
		circle(9, -70, 4.6, light) +
		circle(0, -6, 7, light)
	)
}
