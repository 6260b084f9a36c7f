import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A house alone on a hill at night, with light in its windows. */
export function house({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.44)
	const across = random.pick([-1, 1])
	const ground = bottom - stage * 0.18
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + across * half * 0.5, top + stage * 0.26, half * 0.44, mix(palette.paper, palette.far, 0.2))
	art += path(ridge(random, width, height, ground - half * 0.25, stage * 0.06), palette.far)
	art += path(ridge(random, width, height, ground - half * 0.05, stage * 0.04), palette.mid)
	art += place(
		building(palette.deep, mix(palette.deep, palette.mid, 0.42), palette.glow),
		x,
		ground,
		half / 100,
		0,
		across,
	)
	const hill = `M${x - half * 3} ${height}Q${x - half} ${ground - half * 0.02} ${x} ${ground - half * 0.04}Q${x + half} ${ground - half * 0.02} ${x + half * 3} ${height}Z`
	art += path(hill, palette.deep) + rect(0, ground + stage * 0.12, width, height, palette.deep)
	const way = `M${x - half * 0.1} ${ground}C${x + half * 0.3} ${ground + stage * 0.06} ${x - half * 0.3} ${ground + stage * 0.1} ${x + half * 0.1} ${height}H${x + half * 0.5}C${x} ${ground + stage * 0.1} ${x + half * 0.4} ${ground + stage * 0.06} ${x + half * 0.02} ${ground}Z`
	return art + path(way, mix(palette.glow, palette.deep, 0.45))
}

function building(dark: string, shade: string, glow: string): string {
	const pane = (x: number, y: number, wide = 15, tall = 20) =>
		rect(x, y, wide, tall, glow) + rect(x + wide / 2 - 1, y, 2, tall, dark) + rect(x, y + tall / 2 - 1, wide, 2, dark)
	return (
		stroke(
			'M84 4C80 -40 88 -60 84 -92M86 -36Q100 -50 106 -70M84 -56Q70 -66 62 -84',
			dark,
			7,
			'stroke-linecap="round"',
		) +
		rect(34, -132, 13, 40, dark) +
		rect(-20, -96, 74, 100, shade) +
		polygon(
			[
				[-28, -94],
				[62, -94],
				[44, -126],
				[-6, -126],
			],
			dark,
		) +
		rect(-60, -104, 48, 108, dark) +
		polygon(
			[
				[-70, -102],
				[-2, -102],
				[-36, -158],
			],
			dark,
		) +
		circle(-36, -118, 7, glow) +
		pane(-46, -88, 20, 24) +
		pane(-46, -46, 20, 24) +
		pane(2, -80) +
		pane(28, -80) +
		rect(4, -38, 18, 42, dark) +
		circle(18, -16, 2, glow) +
		pane(32, -38) +
		polygon(
			[
				[-2, -38],
				[28, -38],
				[13, -52],
			],
			dark,
		)
	)
}
