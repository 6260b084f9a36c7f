import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { path, polygon, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** An open book, with lights that rise from its pages. */
export function book(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'hill'], pages, { share: 0.98, lower: 0.02 })
}

function pages({ ink, soft, accent, back }: Inks, random: Random): string {
	const lines = [0, 1, 2, 3]
		.map((row) => stroke(`M-80 ${6 + row * 14}Q-46 ${-4 + row * 14} -14 ${12 + row * 14}`, back, 3.5, 'opacity="0.6"'))
		.join('')
	const picture = random.chance(0.5)
		? path('M20 18Q48 0 80 8V52Q48 44 20 60Z', back, 'opacity="0.55"')
		: [0, 1, 2, 3]
				.map((row) => stroke(`M80 ${6 + row * 14}Q46 ${-4 + row * 14} 14 ${12 + row * 14}`, back, 3.5, 'opacity="0.6"'))
				.join('')
	const sparks = Array.from({ length: 7 }, (_, index) => {
		const x = random.between(-46, 46)
		const y = -22 - index * 11
		const size = random.between(4, 11) * (index === 6 ? 1.5 : 1)
		return polygon(
			[
				[x, y - size],
				[x + size * 0.6, y],
				[x, y + size],
				[x - size * 0.6, y],
			],
			accent,
		)
	})
	return (
		path('M0 84Q-44 62 -100 74V2L-92 -4V56Q-44 46 0 70Q44 46 92 56V-4L100 2V74Q44 62 0 84Z', soft) +
		path('M0 8Q-44 -20 -92 -8V62Q-44 50 0 76Z', ink) +
		path('M0 8Q44 -20 92 -8V62Q44 50 0 76Z', ink) +
		path('M0 8Q44 -20 92 -8V62Q44 50 0 76Z', soft, 'opacity="0.35"') +
		lines +
		picture +
		sparks.join('')
	)
}
