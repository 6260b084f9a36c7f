import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { path, place, polygon, rect, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A cup for the winner, in a rain of confetti. */
export function trophy(scene: Scene): string {
	return emblem(scene, ['disc', 'rings', 'rays'], cup)
}

function cup({ ink, soft, accent, back }: Inks, random: Random): string {
	const confetti = Array.from({ length: 22 }, () =>
		place(
			rect(-4, -2, 8, 4, random.pick([ink, soft, accent])),
			random.between(-120, 120),
			random.between(-106, 60),
			random.between(0.7, 1.3),
			random.between(0, 180),
		),
	)
	return (
		confetti.join('') +
		stroke('M-50 -66C-98 -74 -96 -8 -40 -6M50 -66C98 -74 96 -8 40 -6', accent, 12) +
		path('M-58 -84H58C60 -30 44 16 0 20C-44 16 -60 -30 -58 -84Z', accent) +
		path('M18 -84H58C60 -30 44 16 0 20C20 4 26 -40 18 -84Z', soft, 'opacity="0.45"') +
		rect(-66, -94, 132, 14, accent, 'rx="5"') +
		polygon(
			[
				[0, -66],
				[7, -47],
				[27, -46],
				[11, -34],
				[17, -14],
				[0, -26],
				[-17, -14],
				[-11, -34],
				[-27, -46],
				[-7, -47],
			],
			back,
		) +
		path('M-12 16H12L20 50H-20Z', accent) +
		rect(-42, 48, 84, 14, ink, 'rx="3"') +
		rect(-56, 60, 112, 32, ink, 'rx="4"') +
		rect(-26, 68, 52, 14, accent, 'rx="2"')
	)
}
