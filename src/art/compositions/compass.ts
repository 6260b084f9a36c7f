import type { Scene } from '#art/scene.ts'
import { circle, place, polygon, rect, ring } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A compass rose. */
export function compass(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings'], rose, { turn: scene.random.between(-22, 22) })
}

function rose({ ink, soft, accent, back }: Inks): string {
	const ticks = Array.from({ length: 72 }, (_, index) =>
		place(rect(-1, -97, 2, index % 6 === 0 ? 12 : 6, ink), 0, 0, 1, index * 5),
	)
	const point = (reach: number, wide: number, turn: number, lit: string, dark: string) =>
		place(
			polygon(
				[
					[0, -reach],
					[wide, -wide],
					[0, 0],
				],
				dark,
			) +
				polygon(
					[
						[0, -reach],
						[-wide, -wide],
						[0, 0],
					],
					lit,
				),
			0,
			0,
			1,
			turn,
		)
	return (
		ring(0, 0, 99, ink, 3) +
		ticks.join('') +
		ring(0, 0, 66, soft, 2.5) +
		[45, 135, 225, 315].map((turn) => point(62, 13, turn, soft, ink)).join('') +
		[90, 180, 270].map((turn) => point(84, 17, turn, back, ink)).join('') +
		[90, 180, 270]
			.map((turn) =>
				place(
					polygon(
						[
							[0, -84],
							[-17, -17],
							[0, 0],
						],
						soft,
						'opacity="0.7"',
					),
					0,
					0,
					1,
					turn,
				),
			)
			.join('') +
		point(92, 18, 0, accent, ink) +
		circle(0, 0, 13, ink) +
		circle(0, 0, 6, accent)
	)
}
