import type { Scene } from '#art/scene.ts'
import { rect } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

const PIXELS = ['.##.##.', '#######', '#######', '#######', '.#####.', '..###..', '...#...']

/** A heart of pixels. */
export function pixelHeart(scene: Scene): string {
	return emblem(scene, ['disc', 'rings', 'rays'], pixels, { share: 0.92 })
}

function pixels({ ink, soft, accent }: Inks): string {
	const side = 25
	return PIXELS.flatMap((row, y) =>
		[...row].map((cell, x) =>
			cell === '.'
				? ''
				: rect((x - 3.5) * side, (y - 3.4) * side, side + 0.4, side + 0.4, x === 1 && y === 1 ? ink : accent) +
					(x - 3 > 3 - y * 0.4
						? rect((x - 3.5) * side, (y - 3.4) * side, side + 0.4, side + 0.4, soft, 'opacity="0.45"')
						: ''),
		),
	).join('')
}
