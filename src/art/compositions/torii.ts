import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge } from './ridge.ts'

/** A gate of two posts and two beams before the sun, and steps that lead up to it. */
export function torii({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.46)
	const ground = bottom - stage * 0.2
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, ground - half * 0.82, half * 0.74, palette.glow)
	art += path(ridge(random, width, height, ground - half * 0.2, stage * 0.06), palette.far)
	art += path(ridge(random, width, height, ground - half * 0.02, stage * 0.03), palette.mid)
	for (let petal = 0; petal < 16; petal++)
		art += place(
			`<ellipse rx="7" ry="3.6" fill="${palette.paper}"/>`,
			random.between(0, width),
			random.between(top, ground),
			random.between(0.7, 1.3),
			random.between(0, 180),
		)
	art += place(gate(palette.deep, mix(palette.deep, palette.mid, 0.45)), x, ground, half / 100)
	if (random.chance(0.6)) art += traveler(x, ground + half * 0.02, half * 0.3, palette.deep)
	for (let step = 0; step < 4; step++)
		art += polygon(
			[
				[x - half * (0.5 + step * 0.2), ground + step * stage * 0.06],
				[x + half * (0.5 + step * 0.2), ground + step * stage * 0.06],
				[x + half * (0.56 + step * 0.2), height],
				[x - half * (0.56 + step * 0.2), height],
			],
			mix(palette.mid, palette.deep, 0.35 + step * 0.2),
		)
	return art
}

function gate(dark: string, shade: string): string {
	const posts = [-1, 1].map((side) =>
		place(
			polygon(
				[
					[-8, 4],
					[8, 4],
					[6, -128],
					[-6, -128],
				],
				dark,
			) + rect(-12, -8, 24, 12, shade),
			side * 56,
			0,
			1,
			side * 2.4 * -1,
		),
	)
	return (
		posts.join('') +
		rect(-72, -104, 144, 13, dark) +
		rect(-8, -126, 16, 26, shade) +
		path('M-96 -152Q0 -134 96 -152L90 -130Q0 -116 -90 -130Z', shade) +
		path('M-104 -164Q0 -142 104 -164L100 -148Q0 -130 -100 -148Z', dark)
	)
}
