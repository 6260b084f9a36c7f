import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, type Point, polygon, rect } from '#art/svg.ts'

/** Two halves, two discs, and the flash where they meet. */
export function versus({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width / 2
	const y = top + stage * 0.52
	const slant = stage * random.between(0.18, 0.34) * (random.chance(0.5) ? 1 : -1)
	const radius = Math.min(width * 0.33, stage * 0.38)
	const rim = palette.paper
	let art = polygon(
		[
			[x + slant, plain],
			[width, plain],
			[width, height],
			[x - slant, height],
		],
		palette.deep,
	)
	art += polygon(
		[
			[0, plain],
			[x + slant, plain],
			[x - slant, height],
			[0, height],
		],
		palette.mid,
	)
	const gap = radius * 0.92
	art +=
		circle(x - gap, y + radius * 0.2, radius, mix(palette.mid, palette.far, 0.8)) +
		circle(x - gap, y + radius * 0.2, radius * 0.62, palette.deep)
	art +=
		circle(x + gap, y - radius * 0.2, radius, palette.glow) +
		circle(x + gap, y - radius * 0.2, radius * 0.62, mix(palette.glow, palette.deep, 0.55))
	art +=
		star(x, y, radius * 0.78, random.whole(11, 15), rim) + star(x, y, radius * 0.46, random.whole(8, 10), palette.glow)
	return `${rect(0, 0, width, height, palette.ground)}<defs><clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath></defs><g clip-path="url(#open)">${art}</g>`
}

function star(x: number, y: number, reach: number, points: number, fill: string): string {
	return polygon(
		Array.from({ length: points * 2 }, (_, index): Point => {
			const angle = (index / (points * 2)) * Math.PI * 2 - 1.4
			const far = index % 2 === 0 ? reach * (index % 4 === 0 ? 1 : 0.78) : reach * 0.52
			return [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
		}),
		fill,
	)
}
