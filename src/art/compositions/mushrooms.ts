import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Toadstools on a meadow, one much larger than the others. */
export function mushrooms({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.6) : random.between(0.46, 0.54))
	const half = Math.min(width * 0.42, stage * 0.46)
	const across = random.pick([-1, 1])
	const ground = bottom - stage * 0.15
	let art = rect(0, 0, width, height, palette.ground)
	for (let cloud = 0; cloud < 4; cloud++) {
		const size = half * random.between(0.1, 0.17)
		const left = width * random.between(-0.05, 0.9)
		const level = top + stage * (0.06 + cloud * 0.11)
		art +=
			rect(left, level, size * 4.6, size, palette.far, `rx="${size / 2}"`) +
			circle(left + size * 1.9, level + size * 0.1, size * 0.85, palette.far)
	}
	art += path(ridge(random, width, height, ground - half * 0.3, stage * 0.07), palette.far)
	art += path(ridge(random, width, height, ground - half * 0.06, stage * 0.03), palette.mid)
	const stem = palette.paper
	const shade = mix(palette.paper, palette.mid, 0.45)
	const cap = palette.glow
	const capShade = mix(palette.glow, palette.deep, 0.32)
	art += place(
		toadstool(capShade, mix(capShade, palette.deep, 0.3), shade, shade, palette.paper),
		x + across * half * 0.78,
		ground,
		(half / 100) * 0.56,
	)
	art += place(
		toadstool(palette.deep, mix(palette.deep, palette.mid, 0.4), stem, shade, palette.paper),
		x - across * half * 0.8,
		ground + half * 0.04,
		(half / 100) * 0.42,
	)
	art += place(
		toadstool(cap, capShade, stem, shade, palette.paper),
		x - across * half * 0.06,
		ground + half * 0.04,
		half / 100,
	)
	return art + path(ridge(random, width, height, ground + stage * 0.015, stage * 0.015), palette.deep)
}

function toadstool(cap: string, capShade: string, stem: string, shade: string, dots: string): string {
	return (
		path('M-24 14C-18 -20 -20 -50 -22 -76H22C20 -50 18 -20 24 14Z', stem) +
		path('M8 14C10 -20 10 -50 8 -76H22C20 -50 18 -20 24 14Z', shade) +
		path('M-88 -74C-88 -128 -48 -164 0 -164C48 -164 88 -128 88 -74C88 -62 -88 -62 -88 -74Z', cap) +
		path('M88 -74C88 -128 48 -164 0 -164C36 -150 54 -116 48 -67C70 -67 88 -69 88 -74Z', capShade) +
		circle(-10, -122, 22, dots) +
		circle(-58, -92, 13, dots) +
		circle(44, -96, 15, dots) +
		circle(30, -142, 9, dots) +
		path('M-84 -70Q0 -50 84 -70Q60 -46 0 -46Q-60 -46 -84 -70Z', shade)
	)
}
