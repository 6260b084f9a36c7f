import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, rect } from '#art/svg.ts'
import { crystal } from './figure.ts'
import { blockSide, isometricBlock } from './isometric-block.ts'

/** Climbing blocks seen from a corner, with a prize on the last one. */
export function steps({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const count = random.whole(4, 5)
	const flip = random.chance(0.5)
	const side = Math.min(width / (count * 1.75 + 0.9), stage / (count * 0.92 + 2.3))
	const left = width / 2 - (count - 1) * side * 0.87
	let art = rect(0, 0, width, height, palette.ground)
	const floating = random.chance(0.5)
	const discX = width * (flip ? 0.3 : 0.7)
	art += circle(discX, top + stage * 0.34, Math.min(width, stage) * 0.27, palette.far)
	for (let index = count - 1; index >= 0; index--) {
		const x = flip ? width - (left + index * side * 1.74) : left + index * side * 1.74
		const y = bottom - side * (1.5 + index * 0.92 - (floating ? (index % 2) * 0.3 : 0))
		const prize = index === count - 1
		art += block(
			x,
			y,
			side,
			floating ? side * 0.62 : height - y,
			prize ? palette.glow : mix(palette.mid, palette.far, 0.25),
			palette.mid,
			palette.deep,
			prize ? mix(palette.glow, palette.deep, 0.3) : palette.mid,
		)
		if (prize) art += crystal(x, y - side * 0.95, side * 0.62, palette.paper, palette.glow)
	}
	return art
}

function block(
	x: number,
	y: number,
	side: number,
	tall: number,
	face: string,
	leftSide: string,
	rightSide: string,
	lip: string,
): string {
	const half = side * 0.87
	const slant = side * 0.5
	const lipTall = side * 0.22
	return isometricBlock(
		x,
		y,
		{ half, slant, tall },
		{ face, left: leftSide, right: rightSide },
		blockSide(x, y, -half, slant, lipTall, lip),
	)
}
