import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, type Point, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** One great tree, its crown full of leaves and a few lights. */
export function tree({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.32, 0.68) : 0.5)
	const foot = bottom - stage * 0.13
	const unit = Math.min(width * 0.95, stage * 0.95)
	const crown: Point = [x, top + stage * 0.37]
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(crown[0] + unit * random.between(-0.12, 0.12), crown[1] + unit * 0.04, unit * 0.36, palette.far)
	art += path(ridge(random, width, height, foot - stage * 0.05, stage * 0.03), palette.far)
	art += polygon(
		[
			[x - unit * 0.085, foot + stage * 0.03],
			[x - unit * 0.03, crown[1]],
			[x + unit * 0.03, crown[1]],
			[x + unit * 0.085, foot + stage * 0.03],
		],
		palette.deep,
	)
	for (let branch = 0; branch < 7; branch++) {
		const angle = -Math.PI * (0.12 + branch * 0.126)
		const from: Point = [x, crown[1] + unit * (0.16 - Math.abs(branch - 3) * 0.015)]
		art += line(
			from,
			[crown[0] + Math.cos(angle) * unit * 0.3, crown[1] + Math.sin(angle) * unit * 0.22],
			palette.deep,
			unit * 0.018,
		)
	}
	const leaves = 58
	for (let leaf = 0; leaf < leaves; leaf++) {
		const reach = Math.sqrt(leaf / leaves)
		const angle = leaf * 2.39996
		const size = unit * random.between(0.034, 0.062)
		const tone = mix(palette.mid, palette.deep, random.between(0, 0.65))
		const place: Point = [
			crown[0] + Math.cos(angle) * reach * unit * 0.4,
			crown[1] + Math.sin(angle) * reach * unit * 0.29,
		]
		art += circle(place[0], place[1], size, leaf % 9 === 4 ? palette.glow : tone)
	}
	return art + path(ridge(random, width, height, foot, stage * 0.02), palette.deep)
}
