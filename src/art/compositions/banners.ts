import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** An army on a hill at dawn: spears, and banners in the wind. */
export function banners({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.6) : 0.5)
	const half = Math.min(width * 0.46, stage * 0.48)
	const across = random.pick([-1, 1])
	const ground = bottom - stage * 0.16
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x - across * half * 0.2, ground - half * 0.62, half * 0.7, palette.glow)
	art += path(ridge(random, width, height, ground - half * 0.3, stage * 0.06), palette.far)
	const shade = mix(palette.mid, palette.deep, 0.4)
	for (let spear = 0; spear < width; spear += half * 0.13) {
		const tall = half * random.between(0.62, 0.9)
		art += polygon(
			[
				[spear - 2, ground],
				[spear + 2, ground],
				[spear + 2, ground - tall],
				[spear, ground - tall - 16],
				[spear - 2, ground - tall],
			],
			shade,
		)
		art +=
			circle(spear + half * 0.04, ground - half * 0.2, half * 0.055, shade) +
			rect(spear - half * 0.02, ground - half * 0.18, half * 0.12, half * 0.4, shade)
	}
	art += path(ridge(random, width, height, ground - half * 0.04, stage * 0.02), palette.mid)
	const shape = random.pick([square, swallowtail])
	const side = mix(palette.deep, palette.mid, 0.3)
	art += place(
		shape(palette.deep, side, palette.paper),
		x + across * half * 0.56,
		ground + half * 0.12,
		(half / 100) * 0.72,
		0,
		across,
	)
	art += place(
		shape(palette.deep, mix(side, palette.mid, 0.3), palette.paper),
		x - across * half * 0.98,
		ground + half * 0.1,
		(half / 100) * 0.7,
		0,
		across,
	)
	art += place(
		shape(palette.deep, palette.paper, palette.deep),
		x - across * half * 0.36,
		ground + half * 0.14,
		(half / 100) * 0.98,
		0,
		across,
	)
	return art + path(ridge(random, width, height, ground + stage * 0.05, stage * 0.02), palette.deep)
}

function square(pole: string, cloth: string, sign: string): string {
	return (
		rect(-3, -158, 6, 170, pole) +
		polygon(
			[
				[-6, -156],
				[0, -172],
				[6, -156],
			],
			pole,
		) +
		path('M3 -148Q26 -158 44 -148T78 -150V-84Q60 -78 42 -84T3 -82Z', cloth) +
		polygon(
			[
				[40, -140],
				[56, -116],
				[40, -92],
				[24, -116],
			],
			sign,
		)
	)
}

function swallowtail(pole: string, cloth: string, sign: string): string {
	return (
		rect(-3, -158, 6, 170, pole) +
		circle(0, -160, 7, pole) +
		path('M3 -150Q34 -162 60 -148T104 -150L84 -124L104 -98Q80 -90 58 -98T3 -94Z', cloth) +
		circle(36, -122, 14, sign)
	)
}
