import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect, ring } from '#art/svg.ts'

/** A round window of colored glass, and the light that falls through it. */
export function roseWindow({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : 0.5)
	const half = Math.min(width * 0.41, stage * 0.4)
	const y = top + half * 1.06
	const petals = random.pick([8, 10, 12])
	const tones = [palette.glow, mix(palette.glow, palette.mid, 0.5), palette.paper, palette.mid]
	let art = rect(0, 0, width, height, palette.ground)
	art += polygon(
		[
			[x - half * 0.9, y],
			[x + half * 0.9, y],
			[x + half * 1.8, height],
			[x - half * 1.4, height],
		],
		palette.glow,
		'opacity="0.16"',
	)
	const step = 360 / petals
	let glass = circle(0, 0, 100, palette.deep)
	const outer = random.whole(0, 3)
	for (let petal = 0; petal < petals; petal++) {
		const size = Math.sin(Math.PI / petals) * 84
		glass += place(
			circle(0, -84, size * 0.5, tones[(outer + petal) % 2] ?? palette.glow),
			0,
			0,
			1,
			step * (petal + 0.5),
		)
		glass += place(
			path(
				`M0 -26L${size * 0.66} -58A${size * 0.66} ${size * 0.66} 0 0 0 ${-size * 0.66} -58Z`,
				tones[(petal % 2) + 2] ?? palette.paper,
			) + circle(0, -57, size * 0.3, tones[outer] ?? palette.glow),
			0,
			0,
			1,
			step * petal,
		)
	}
	glass += circle(0, 0, 20, palette.glow) + ring(0, 0, 20, palette.deep, 4) + circle(0, 0, 8, palette.paper)
	glass += ring(0, 0, 97, mix(palette.mid, palette.deep, 0.4), 6)
	art += place(glass, x, y, half / 100, random.between(0, step))
	const floor = bottom - stage * 0.1
	art += rect(0, floor, width, height, mix(palette.deep, palette.mid, 0.2))
	for (let pew = 0; pew < 5; pew++)
		for (const side of [-1, 1])
			art += rect(
				side > 0 ? x + half * (0.35 + pew * 0.05) : x - half * (1.55 + pew * 0.05),
				floor - half * 0.14 + pew * stage * 0.034,
				half * 1.2,
				half * 0.2,
				mix(palette.deep, palette.mid, 0.35 - pew * 0.07),
			)
	return art
}
