import { pickInk } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, num, type Point, path, rect, ring } from '#art/svg.ts'

/** A figure of stars on the rings of a star map. */
export function constellation({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const center: Point = [width * random.between(0.35, 0.65), top + stage * 0.52]
	const reach = Math.min(width, stage) * 0.46
	const ink = pickInk(palette.far, palette)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(center[0], center[1], reach, palette.far) + ring(center[0], center[1], reach, palette.mid, 2.5)
	for (const share of [0.34, 0.67]) art += ring(center[0], center[1], reach * share, palette.mid, 1.5, 'opacity="0.6"')
	for (let spoke = 0; spoke < 12; spoke++) {
		const angle = (spoke / 12) * Math.PI * 2
		art += line(at(center, reach * 0.34, angle), at(center, reach * 1.05, angle), palette.mid, 1.5, 'opacity="0.6"')
	}
	for (let star = 0; star < 70; star++) {
		const place = at(center, reach * Math.sqrt(random.between(0.02, 0.94)), random.between(0, 6.28))
		art += circle(place[0], place[1], random.between(1, 2.6), ink, 'opacity="0.6"')
	}
	const count = random.whole(6, 8)
	const start = random.between(0, 6.28)
	const figure = Array.from({ length: count }, (_, index) =>
		at(center, reach * random.between(0.22, 0.86), start + index * random.between(0.55, 0.95)),
	)
	for (const [index, star] of figure.entries()) {
		const next = figure[index + 1]
		if (next) art += line(star, next, ink, 3)
	}
	const brightest = random.whole(1, count - 2)
	for (const [index, [x, y]] of figure.entries())
		art += index === brightest ? spark(x, y, reach * 0.24, palette.glow) : circle(x, y, random.between(6, 10), ink)
	return art
}

function at([x, y]: Point, reach: number, angle: number): Point {
	return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
}

function spark(x: number, y: number, reach: number, fill: string): string {
	return path(
		`M${num(x)} ${num(y - reach)}Q${num(x)} ${num(y)} ${num(x + reach)} ${num(y)}Q${num(x)} ${num(y)} ${num(x)} ${num(y + reach)}Q${num(x)} ${num(y)} ${num(x - reach)} ${num(y)}Q${num(x)} ${num(y)} ${num(x)} ${num(y - reach)}Z`,
		fill,
	)
}
