import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect, ring } from '#art/svg.ts'

/** A steam engine from the front, on its rails. */
export function train({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.44)
	const y = top + stage * 0.5
	const far = top + stage * 0.55
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, far, half * 1.1, palette.glow)
	for (let puff = 0; puff < 7; puff++)
		art += circle(
			x + half * (0.12 * puff * random.between(0.5, 1.4)),
			y - half * (0.72 + puff * 0.1),
			half * (0.13 + puff * 0.045),
			mix(palette.paper, palette.far, 0.15 + puff * 0.09),
		)
	art += rect(0, far, width, height, palette.mid)
	for (let tie = 0; tie < 9; tie++) {
		const near = ((tie + 1) / 9) ** 2
		art += rect(
			x - half * (0.3 + near * 1.3),
			far + (height - far) * near,
			half * (0.6 + near * 2.6),
			3 + near * 20,
			palette.deep,
		)
	}
	for (const side of [-1, 1])
		art += polygon(
			[
				[x + side * half * 0.2, far],
				[x + side * half * 0.26, far],
				[x + side * half * 1.36, height],
				[x + side * half * 1.18, height],
			],
			palette.paper,
		)
	return (
		art +
		place(
			engine(palette.deep, mix(palette.deep, palette.mid, 0.6), palette.glow, palette.paper),
			x,
			y + half * 0.1,
			half / 100,
		)
	)
}

function engine(dark: string, shade: string, glow: string, light: string): string {
	const bars = [-48, -32, -16, 0, 16, 32, 48].map((x) =>
		polygon(
			[
				[x * 0.62 - 3, 58],
				[x * 0.62 + 3, 58],
				[x + 3, 92],
				[x - 3, 92],
			],
			light,
		),
	)
	return (
		path('M-16 -92H16L11 -50H-11Z', dark) +
		rect(-21, -98, 42, 12, shade, 'rx="3"') +
		rect(-62, 32, 124, 26, shade, 'rx="5"') +
		circle(0, 0, 58, dark) +
		ring(0, 0, 46, shade, 6) +
		circle(0, -6, 15, glow) +
		circle(0, -6, 7, light) +
		[0, 1, 2, 3, 4, 5, 6, 7]
			.map((bolt) => circle(Math.cos(bolt * 0.785) * 52, Math.sin(bolt * 0.785) * 52, 2.6, light))
			.join('') +
		[-1, 1].map((side) => circle(side * 50, 46, 8, glow)).join('') +
		polygon(
			[
				[-36, 56],
				[36, 56],
				[62, 96],
				[-62, 96],
			],
			dark,
		) +
		bars.join('')
	)
}
