import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, rect, ring, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A camera, or the view through it. */
export function camera(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], body, { share: 0.96, turn: scene.random.between(-8, 8) })
}

function body({ ink, soft, accent, back }: Inks, random: Random): string {
	const isInstant = random.chance(0.4)
	const lens =
		circle(0, 12, 48, soft) +
		circle(0, 12, 39, back) +
		circle(0, 12, 31, ink) +
		circle(0, 12, 18, accent) +
		circle(0, 12, 8, ink) +
		stroke('M-22 0A26 26 0 0 1 -6 -12', back, 6, 'stroke-linecap="round"')
	return (
		(isInstant
			? rect(-38, 40, 76, 66, back) +
				rect(-38, 40, 76, 66, soft, 'opacity="0.25"') +
				rect(-30, 60, 60, 38, accent) +
				path('M-30 98L-8 74L8 88L16 80L30 98Z', ink)
			: '') +
		path('M-34 -44L-24 -66H24L34 -44Z', soft) +
		rect(-78, -58, 26, 16, soft, 'rx="4"') +
		rect(-96, -46, 192, 104, ink, 'rx="14"') +
		rect(-96, -22, 192, 12, soft, 'opacity="0.6"') +
		circle(74, -32, 8, accent) +
		rect(-84, -38, 34, 12, back, 'rx="4" opacity="0.7"') +
		lens +
		(isInstant ? rect(-52, 62, 104, 7, soft, 'rx="3"') : '') +
		ring(0, 12, 48, ink, 4)
	)
}
