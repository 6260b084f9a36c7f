import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { polygon, rect } from '#art/svg.ts'

const PIECES = [
	[
		[0, 0],
		[1, 0],
		[1, 1],
		[2, 1],
	],
	[
		[0, 1],
		[1, 1],
		[1, 0],
		[2, 0],
	],
	[
		[0, 0],
		[0, 1],
		[1, 1],
		[2, 1],
	],
	[
		[2, 0],
		[0, 1],
		[1, 1],
		[2, 1],
	],
	[
		[1, 0],
		[0, 1],
		[1, 1],
		[2, 1],
	],
	[
		[0, 0],
		[1, 0],
		[0, 1],
		[1, 1],
	],
	[
		[0, 0],
		[0, 1],
		[0, 2],
		[0, 3],
	],
] as const

/** Pieces of four squares that fall onto a heap of others. */
export function blocks({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const columns = width > height * 1.2 ? 18 : 10
	const side = width / columns
	const tones = [
		palette.glow,
		palette.paper,
		palette.mid,
		mix(palette.glow, palette.mid, 0.5),
		mix(palette.mid, palette.paper, 0.5),
	]
	const foot = bottom + side * 0.3
	let art = rect(0, 0, width, height, palette.ground)
	for (let column = 1; column < columns; column++)
		art += rect(column * side - 0.5, top, 1, height, mix(palette.ground, palette.far, 0.6))
	const heights = heap(columns, Math.max(2, Math.floor((stage * 0.5) / side)), random)
	let tone = 0
	for (const [column, tall] of heights.entries())
		for (let row = 0; row < tall; row++) {
			tone = random.chance(0.6) ? tone : random.whole(0, tones.length - 1)
			art += cell(column * side, foot - (row + 1) * side, side, tones[tone] ?? palette.mid, palette)
		}
	art += rect(0, foot, width, height, palette.deep)
	const lanes = width > height * 1.2 ? [0.45, 0.62, 0.8] : [0.28, 0.66]
	for (const [index, lane] of lanes.entries()) {
		const piece = random.pick(PIECES)
		const column = Math.max(0, Math.min(columns - 3, Math.round(lane * columns) - 1))
		const level = top + side * (index === 0 ? 0.1 : random.between(0.4, 1.4))
		for (const [x, y] of piece)
			art += cell(
				(column + x) * side,
				level + y * side,
				side,
				tones[(index * 2) % tones.length] ?? palette.glow,
				palette,
			)
	}
	return art
}

function heap(columns: number, most: number, random: Random): number[] {
	let tall = random.whole(1, most)
	return Array.from({ length: columns }, () => {
		tall = Math.max(0, Math.min(most, tall + random.whole(-1, 1)))
		return tall
	})
}

function cell(x: number, y: number, side: number, fill: string, { deep, paper }: Scene['palette']): string {
	const edge = side * 0.14
	return (
		rect(x, y, side, side, mix(fill, deep, 0.3)) +
		polygon(
			[
				[x, y],
				[x + side, y],
				[x + side - edge, y + edge],
				[x + edge, y + edge],
				[x + edge, y + side - edge],
				[x, y + side],
			],
			mix(fill, paper, 0.45),
		) +
		rect(x + edge, y + edge, side - edge * 2, side - edge * 2, fill)
	)
}
