import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, clipBelow, type Point, polygon, rect } from '#art/svg.ts'

/** Rings of shots that open like a flower, and a small spacecraft below them. */
export function volley({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const center: Point = [width * random.between(0.4, 0.6), top + stage * 0.34]
	const unit = Math.min(width, stage)
	const arms = random.whole(7, 10)
	const swirl = random.between(0.12, 0.26) * (random.chance(0.5) ? 1 : -1)
	let art = ''
	for (let ring = 1; ring <= 8; ring++)
		for (let arm = 0; arm < arms; arm++) {
			const angle = (arm / arms) * Math.PI * 2 + ring * swirl
			const reach = unit * (0.1 + ring * 0.085)
			const [x, y] = [center[0] + Math.cos(angle) * reach, center[1] + Math.sin(angle) * reach]
			const size = unit * (0.011 + ring * 0.0027)
			art +=
				circle(x, y, size * 1.5, mix(palette.mid, palette.far, 0.3)) +
				circle(x, y, size, ring % 3 === 0 ? palette.glow : palette.paper)
		}
	art +=
		circle(center[0], center[1], unit * 0.1, palette.deep) + circle(center[0], center[1], unit * 0.07, palette.glow)
	art += circle(center[0], center[1], unit * 0.035, palette.paper)
	const [x, y] = [width * random.between(0.36, 0.64), bottom - stage * 0.1]
	const size = unit * 0.085
	art += polygon(
		[
			[x, y - size * 3.2],
			[x + size * 0.12, y - size],
			[x - size * 0.12, y - size],
		],
		palette.glow,
	)
	art += polygon(
		[
			[x, y - size * 1.1],
			[x + size, y + size * 0.8],
			[x, y + size * 0.35],
			[x - size, y + size * 0.8],
		],
		palette.deep,
	)
	art += polygon(
		[
			[x, y - size * 1.1],
			[x + size * 0.3, y + size * 0.3],
			[x, y + size * 0.35],
			[x - size * 0.3, y + size * 0.3],
		],
		palette.paper,
	)
	return rect(0, 0, width, height, palette.ground) + clipBelow(plain, width, height, art)
}
