import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, halo, path, polygon, rect, ring } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge } from './ridge.ts'

/** A dark sun with a burning edge, above a traveler. */
export function eclipse({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : 0.5)
	const y = top + stage * 0.4
	const radius = Math.min(width * 0.29, stage * 0.3)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, y, radius * 1.9, 'url(#corona)')
	const count = random.whole(26, 40)
	for (let ray = 0; ray < count; ray++) {
		const angle = (ray / count) * Math.PI * 2
		const far = radius * random.between(1.14, 1.5)
		const wide = Math.PI / count
		art += polygon(
			[
				[x + Math.cos(angle - wide) * radius, y + Math.sin(angle - wide) * radius],
				[x + Math.cos(angle) * far, y + Math.sin(angle) * far],
				[x + Math.cos(angle + wide) * radius, y + Math.sin(angle + wide) * radius],
			],
			palette.glow,
			'opacity="0.75"',
		)
	}
	art += circle(x, y, radius * 1.08, palette.glow) + circle(x, y, radius, palette.deep)
	if (random.chance(0.5)) art += ring(x, y, radius * 0.86, mix(palette.deep, palette.glow, 0.35), 3)
	art += path(ridge(random, width, height, bottom - stage * 0.2, stage * 0.05), palette.far)
	art += path(ridge(random, width, height, bottom - stage * 0.11, stage * 0.035), palette.mid)
	art += traveler(x + radius * random.between(-0.4, 0.4), bottom - stage * 0.02, stage * 0.15, palette.deep)
	art += path(ridge(random, width, height, bottom - stage * 0.02, stage * 0.02), palette.deep)
	return `<defs>${halo('corona', palette.glow, 0.55)}</defs>${art}`
}
