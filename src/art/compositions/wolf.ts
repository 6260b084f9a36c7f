import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { path, polygon } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** The head of a wolf, or of a fox, from the front. */
export function wolf(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], head, { share: 0.98, lower: 0.02 })
}

function head({ ink, soft, accent, back }: Inks, random: Random): string {
	const isFierce = random.chance(0.6)
	const half = (side: 1 | -1) => {
		const x = (value: number) => value * side
		return (
			polygon(
				[
					[x(0), -40],
					[x(26), -62],
					[x(54), -98],
					[x(70), -44],
					[x(66), -14],
					[x(90), 8],
					[x(72), 18],
					[x(78), 38],
					[x(50), 40],
					[x(30), 70],
					[x(14), 90],
					[0, 94],
				],
				side > 0 ? ink : soft,
			) +
			polygon(
				[
					[x(34), -58],
					[x(52), -82],
					[x(60), -44],
					[x(46), -36],
				],
				back,
			) +
			polygon(
				[
					[x(0), -12],
					[x(28), 22],
					[x(52), 26],
					[x(28), 50],
					[x(16), 72],
					[0, 76],
				],
				side > 0 ? soft : ink,
				'opacity="0.55"',
			) +
			(isFierce
				? polygon(
						[
							[x(14), 0],
							[x(46), -18],
							[x(40), 2],
							[x(24), 8],
						],
						accent,
					)
				: path(`M${x(16)} 0Q${x(30)} -18 ${x(44)} -8Q${x(34)} 8 ${x(16)} 0Z`, accent))
		)
	}
	return (
		half(-1) +
		half(1) +
		polygon(
			[
				[-14, 54],
				[14, 54],
				[8, 68],
				[0, 74],
				[-8, 68],
			],
			back,
		) +
		polygon(
			[
				[0, -40],
				[10, -8],
				[0, 30],
				[-10, -8],
			],
			accent,
			'opacity="0.35"',
		)
	)
}
