import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, clipBelow, num, type Point, path, rect, stroke } from '#art/svg.ts'

/** A contour map, line within line, with a route across it and a destination at its end. */
export function contours({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const peak: Point = [width * random.between(0.3, 0.7), top + stage * random.between(0.4, 0.6)]
	const shifts = [2, 3, 5].map((waves) => ({ waves, shift: random.between(0, 6.28), share: 0.42 / waves }))
	const levels = random.whole(9, 12)
	const reach = Math.hypot(width, height) * 0.56
	let art = ''
	for (let level = 0; level < levels; level++) {
		const share = 1 - level / levels
		const tone = share > 0.5 ? mix(palette.mid, palette.far, share * 2 - 1) : mix(palette.deep, palette.mid, share * 2)
		art += path(round(share), tone) + stroke(round(share), palette.ground, 2.5, 'opacity="0.55"')
	}
	const end: Point = [peak[0], peak[1]]
	const start: Point = [width * (peak[0] > width / 2 ? 0.12 : 0.88), bottom - stage * 0.1]
	const bend = `M${num(start[0])} ${num(start[1])}C${num(start[0])} ${num(end[1])} ${num((start[0] + end[0]) / 2)} ${num(start[1])} ${num(end[0])} ${num(end[1])}`
	art += stroke(bend, palette.paper, 6, 'stroke-dasharray="1 16" stroke-linecap="round"')
	art +=
		circle(start[0], start[1], 11, palette.paper) + pin(end, Math.min(width, stage) * 0.1, palette.glow, palette.deep)
	return rect(0, 0, width, height, palette.ground) + clipBelow(plain, width, height, art)

	function round(share: number): string {
		const points = Array.from({ length: 49 }, (_, index): Point => {
			const angle = (index / 48) * Math.PI * 2
			const swell = shifts.reduce((sum, { waves, shift, share }) => sum + Math.sin(angle * waves + shift) * share, 1)
			return [
				peak[0] + Math.cos(angle) * reach * share * swell,
				peak[1] + Math.sin(angle) * reach * share * swell * 0.8,
			]
		})
		return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z`
	}
}

function pin([x, y]: Point, size: number, fill: string, eye: string): string {
	const head = y - size * 1.25
	const drop = `M${num(x)} ${num(y)}C${num(x - size * 0.2)} ${num(y - size * 0.5)} ${num(x - size * 0.7)} ${num(head + size * 0.5)} ${num(x - size * 0.7)} ${num(head)}A${num(size * 0.7)} ${num(size * 0.7)} 0 0 1 ${num(x + size * 0.7)} ${num(head)}C${num(x + size * 0.7)} ${num(head + size * 0.5)} ${num(x + size * 0.2)} ${num(y - size * 0.5)} ${num(x)} ${num(y)}Z`
	return path(drop, fill) + circle(x, head, size * 0.28, eye)
}
