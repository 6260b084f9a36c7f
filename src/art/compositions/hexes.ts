import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, type Point, polygon, rect, ring } from '#art/svg.ts'

/** A map of six-sided fields: land, water, two camps. */
export function hexes({ width, height, plain, palette, random }: Scene): string {
	const radius = (Math.min(width, height) / 600) * random.between(46, 60)
	const across = radius * Math.sqrt(3)
	const seeds = Array.from(
		{ length: 4 },
		() => [random.between(0, width), random.between(plain + radius, height), random.between(0.7, 1.25)] as const,
	)
	let art = rect(0, 0, width, height, palette.ground)
	const land: Point[] = []
	for (let row = 0; plain + radius * (1 + row * 1.5) < height + radius; row++) {
		for (let column = -1; (column - 0.5) * across < width; column++) {
			const x = (column + (row % 2) / 2) * across + across / 2
			const y = plain + radius * (1.15 + row * 1.5)
			const near = Math.min(
				...seeds.map(([seedX, seedY, weight]) => Math.hypot(x - seedX, y - seedY) / (weight * radius * 3.4)),
			)
			const tone =
				near > 1
					? mix(palette.ground, palette.far, 0.75)
					: near > 0.72
						? palette.far
						: near > 0.42
							? palette.mid
							: mix(palette.mid, palette.deep, random.between(0.45, 0.8))
			if (near < 0.72 && y < height - radius && x > radius && x < width - radius) land.push([x, y])
			art += hexagon(x, y, radius * 0.955, tone)
		}
	}
	for (const fill of [palette.glow, palette.paper, palette.glow]) {
		if (land.length === 0) break
		const [x, y] = random.pick(land)
		art +=
			hexagon(x, y, radius * 0.955, fill) +
			circle(x, y, radius * 0.3, palette.deep) +
			ring(x, y, radius * 0.5, palette.deep, radius * 0.06)
	}
	return art
}

function hexagon(x: number, y: number, radius: number, fill: string): string {
	return polygon(
		Array.from({ length: 6 }, (_, corner): Point => {
			const angle = (Math.PI / 3) * corner + Math.PI / 6
			return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
		}),
		fill,
	)
}
