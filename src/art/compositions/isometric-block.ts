import { polygon } from '#art/svg.ts'

/** The size of a block seen from a corner: half its width, the height of half its upper face, and the height of its sides. */
export interface BlockSize {
	half: number
	slant: number
	tall: number
}

/** A block with the middle of its upper face at the point, and with `details` on its sides. */
export function isometricBlock(
	x: number,
	y: number,
	{ half, slant, tall }: BlockSize,
	{ face, left, right }: Readonly<Record<'face' | 'left' | 'right', string>>,
	details = '',
): string {
	return (
		blockSide(x, y, -half, slant, tall, left) +
		blockSide(x, y, half, slant, tall, right) +
		details +
		polygon(
			[
				[x, y - slant],
				[x + half, y],
				[x, y + slant],
				[x - half, y],
			],
			face,
		)
	)
}

/** The upper part of a block's side, `tall` high: the right one, or with a negative `half` the left one. */
export function blockSide(x: number, y: number, half: number, slant: number, tall: number, color: string): string {
	return polygon(
		[
			[x + half, y],
			[x, y + slant],
			[x, y + slant + tall],
			[x + half, y + tall],
		],
		color,
	)
}
