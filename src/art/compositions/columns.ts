import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A temple with columns on a hill. */
export function columns({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.46)
	const ground = bottom - stage * 0.19
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + half * random.between(-0.3, 0.3), ground - half * 0.95, half * 0.72, palette.glow)
	art += path(ridge(random, width, height, ground - half * 0.16, stage * 0.07), palette.far)
	const isRuin = random.chance(0.35)
	art += place(
		temple(palette.paper, mix(palette.paper, palette.mid, 0.5), palette.deep, isRuin),
		x,
		ground,
		half / 100,
		0,
		random.pick([-1, 1]),
	)
	art += path(ridge(random, width, height, ground + stage * 0.03, stage * 0.02), palette.mid)
	art += path(ridge(random, width, height, ground + stage * 0.11, stage * 0.02), palette.deep)
	if (random.chance(0.4))
		art += stroke(
			`M${x + half * 0.9} ${top + stage * 0.02}l${-half * 0.2} ${half * 0.34}l${half * 0.12} ${half * 0.03}l${-half * 0.2} ${half * 0.4}`,
			palette.paper,
			6,
			'stroke-linejoin="bevel"',
		)
	return art
}

function temple(light: string, shade: string, dark: string, isRuin: boolean): string {
	const post = (x: number, tall: number) =>
		rect(x - 9, -26 - tall, 18, tall, light) +
		rect(x + 1, -26 - tall, 8, tall, shade) +
		rect(x - 4, -26 - tall, 2, tall, shade) +
		(tall === 78 ? rect(x - 12, -108, 24, 6, light) : '') +
		rect(x - 12, -30, 24, 6, light)
	const inside = rect(-76, -104, isRuin ? 100 : 152, 80, dark)
	const posts = [-72, -36, 0, 36, 72]
		.map((x, index) => post(x, isRuin && index > 2 ? (index === 3 ? 50 : 30) : 78))
		.join('')
	const roof = isRuin
		? polygon(
				[
					[-88, -108],
					[18, -108],
					[24, -124],
					[-88, -124],
				],
				light,
			) +
			polygon(
				[
					[-94, -124],
					[14, -124],
					[0, -142],
					[6, -154],
					[-10, -156],
					[-22, -150],
				],
				shade,
			)
		: rect(-88, -124, 176, 16, light) +
			rect(-88, -112, 176, 3, shade) +
			polygon(
				[
					[-96, -124],
					[96, -124],
					[0, -162],
				],
				light,
			) +
			polygon(
				[
					[-64, -128],
					[64, -128],
					[0, -153],
				],
				shade,
			)
	return (
		inside +
		posts +
		roof +
		rect(-92, -26, 184, 9, light) +
		rect(-102, -17, 204, 9, shade) +
		rect(-112, -8, 224, 20, light)
	)
}
