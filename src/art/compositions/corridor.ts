import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { line, num, type Point, polygon, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'

/** Frames that converge toward a lit end. */
export function corridor({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const endX = width * random.between(0.36, 0.64)
	const endY = top + stage * random.between(0.42, 0.5)
	const count = 6
	const endWide = Math.min(width, stage) * 0.09
	let frames = ''
	for (let index = 0; index < count; index++) {
		const share = (index / (count - 1)) ** 0.62
		const corners = frame(share)
		const tone = share < 0.5 ? mix(palette.far, palette.mid, share * 2) : mix(palette.mid, palette.deep, share * 2 - 1)
		frames += polygon(corners, index === count - 1 ? palette.glow : tone)
	}
	const [, , farRight, farLeft] = frame(1)
	const [, , nearRight, nearLeft] = frame(0)
	if (farRight && farLeft && nearRight && nearLeft) {
		frames += polygon(
			[
				farLeft,
				farRight,
				[farRight[0] + (nearRight[0] - farRight[0]) * 0.42, nearRight[1]],
				[farLeft[0] + (nearLeft[0] - farLeft[0]) * 0.42, nearLeft[1]],
			],
			palette.glow,
			'opacity="0.3"',
		)
		frames +=
			line(farLeft, nearLeft, palette.deep, 2, 'opacity="0.5"') +
			line(farRight, nearRight, palette.deep, 2, 'opacity="0.5"')
		frames += traveler(endX, farLeft[1] + stage * 0.035, endWide * 1.15, palette.deep)
	}
	const whole = `<clipPath id="open"><rect x="0" y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath>`
	return `<defs>${whole}</defs>${rect(0, 0, width, height, palette.ground)}<g clip-path="url(#open)">${frames}</g>`

	function frame(share: number): Point[] {
		const left = (endX - endWide) * share
		const right = width + (endX + endWide - width) * share
		const upper = plain + (endY - endWide * 1.4 - plain) * share
		const lower = height + (endY + endWide * 1.4 - height) * share
		return [
			[left, upper],
			[right, upper],
			[right, lower],
			[left, lower],
		]
	}
}
