import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, type Point, path, polygon, rect, ring } from '#art/svg.ts'
import { crystal } from './figure.ts'

/** Rays from one point, rings of impact, shards thrown out. */
export function burst({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * random.between(0.35, 0.65)
	const y = top + stage * random.between(0.5, 0.66)
	const rays = random.whole(14, 20)
	const far = width + height
	let art = ''
	for (let ray = 0; ray < rays; ray++) {
		const from = (ray / rays) * Math.PI * 2
		const to = from + (Math.PI / rays) * random.between(0.7, 1.2)
		art += polygon(
			[
				[x, y],
				[x + Math.cos(from) * far, y + Math.sin(from) * far],
				[x + Math.cos(to) * far, y + Math.sin(to) * far],
			],
			ray % 3 === 0 ? palette.mid : palette.far,
		)
	}
	const radius = Math.min(width, stage) * random.between(0.2, 0.25)
	const dark = mix(palette.mid, palette.deep, 0.5)
	const core = random.whole(0, 2)
	if (core === 0)
		art +=
			circle(x, y, radius * 1.35, dark) +
			circle(x, y, radius, palette.glow) +
			circle(x, y, radius * 0.56, palette.paper)
	else if (core === 1)
		art +=
			circle(x, y, radius * 1.35, palette.deep) +
			ring(x, y, radius * 1.18, palette.glow, 4) +
			crystal(x, y, radius * 0.98, palette.glow, palette.paper)
	else
		art +=
			jagged([x, y], radius * 1.6, 13, dark) +
			jagged([x, y], radius * 1.1, 11, palette.glow) +
			jagged([x, y], radius * 0.6, 9, palette.paper)
	for (let shard = 0; shard < 16; shard++) {
		const angle = (shard / 16) * Math.PI * 2 + random.between(-0.15, 0.15)
		const reach = radius * random.between(1.5, 2.3)
		art += splinter(
			[x + Math.cos(angle) * reach, y + Math.sin(angle) * reach],
			angle,
			radius * random.between(0.1, 0.26),
			shard % 4 === 0 ? palette.glow : palette.deep,
		)
	}
	const open = `<clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath>`
	return `<defs>${open}</defs>${rect(0, 0, width, height, palette.ground)}<g clip-path="url(#open)">${art}</g>`
}

function jagged([x, y]: Point, reach: number, points: number, fill: string): string {
	const corners = Array.from({ length: points * 2 }, (_, index): Point => {
		const angle = (index / points) * Math.PI + 0.4
		const far = reach * (index % 2 === 0 ? 1 - (index % 3) * 0.09 : 0.62)
		return [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
	})
	return polygon(corners, fill)
}

function splinter([x, y]: Point, angle: number, size: number, fill: string): string {
	const along = [Math.cos(angle) * size, Math.sin(angle) * size] as const
	return path(
		`M${num(x + along[0] * 1.8)} ${num(y + along[1] * 1.8)}L${num(x - along[1] * 0.5)} ${num(y + along[0] * 0.5)}L${num(x - along[0])} ${num(y - along[1])}L${num(x + along[1] * 0.5)} ${num(y - along[0] * 0.5)}Z`,
		fill,
	)
}
