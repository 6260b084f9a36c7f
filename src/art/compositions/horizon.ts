import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, fadeDown, path, rect, ring } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge, ridgePoints } from './ridge.ts'

/** A low sun, ridges one behind the other, and sometimes a small figure on the last one. */
export function horizon({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const radius = Math.min(width * 0.25, stage * random.between(0.24, 0.32))
	const sunX = width * random.between(0.3, 0.72)
	const sunY = top + radius * 1.1
	let art = rect(0, 0, width, height, 'url(#sky)')
	for (const share of [1.5, 1.28]) art += circle(sunX, sunY, radius * share, palette.glow, 'opacity="0.09"')
	art += circle(sunX, sunY, radius, palette.glow)
	if (random.chance(0.35)) {
		for (let cut = 0; cut < 4; cut++)
			art += rect(sunX - radius, sunY + radius * (0.1 + cut * 0.24), radius * 2, 3 + cut * 3.5, 'url(#sky)')
	} else if (random.chance(0.4)) art += ring(sunX, sunY, radius * 1.28, palette.glow, 2, 'opacity="0.6"')
	const rows = random.whole(4, 5)
	const start = sunY + radius * random.between(0.15, 0.5)
	for (let row = 0; row < rows; row++) {
		const share = row / (rows - 1)
		const level = start + (bottom - stage * 0.08 - start) * share
		const tone = share < 0.5 ? mix(palette.far, palette.mid, share * 2) : mix(palette.mid, palette.deep, share * 2 - 1)
		art += path(ridge(random, width, height, level, stage * (0.075 - 0.03 * share)), tone)
		if (row === rows - 2 && random.chance(0.5)) {
			const near = ridgePoints(random, width, level, 0)[0]?.[1] ?? level
			art += traveler(width * random.between(0.2, 0.8), near + stage * 0.05, stage * 0.1, palette.deep)
		}
	}
	return `<defs>${fadeDown('sky', palette.ground, mix(palette.ground, palette.far, 0.8))}</defs>${art}`
}
