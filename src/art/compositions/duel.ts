import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, place, polygon, rect } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** Two crossed swords. */
export function duel(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rays', 'rings'], (inks, random) => cross(inks, random))
}

function cross({ ink, soft, accent, back }: Inks, random: Random): string {
	const angle = random.between(34, 46)
	const isCurved = random.chance(0.35)
	const blade = isCurved ? saber : sword
	return (
		place(blade(ink, soft, accent, back), 0, 6, 1, angle) +
		place(blade(ink, soft, accent, back), 0, 6, 1, -angle, -1) +
		(random.chance(0.5)
			? polygon(
					[
						[0, -34],
						[8, -12],
						[28, -4],
						[8, 4],
						[0, 28],
						[-8, 4],
						[-28, -4],
						[-8, -12],
					],
					accent,
				)
			: '')
	)
}

function sword(ink: string, soft: string, accent: string, back: string): string {
	return (
		polygon(
			[
				[-10, 52],
				[-10, -92],
				[0, -112],
				[0, 52],
			],
			ink,
		) +
		polygon(
			[
				[10, 52],
				[10, -92],
				[0, -112],
				[0, 52],
			],
			soft,
		) +
		rect(-1.5, -84, 3, 130, back, 'opacity="0.6"') +
		rect(-34, 50, 68, 11, accent, 'rx="5"') +
		rect(-6, 60, 12, 34, ink, 'rx="3"') +
		circle(0, 100, 10, accent)
	)
}

function saber(ink: string, soft: string, accent: string): string {
	return (
		`<path d="M-8 54C-20 0 -12 -60 22 -114C10 -56 8 0 10 54Z" fill="${ink}"/>` +
		`<path d="M2 54C-6 0 0 -60 22 -114C10 -56 8 0 10 54Z" fill="${soft}"/>` +
		rect(-22, 52, 44, 9, accent, 'rx="4"') +
		rect(-7, 60, 14, 42, ink, 'rx="5"') +
		[68, 80, 92]
			.map((y) =>
				polygon(
					[
						[0, y - 5],
						[5, y],
						[0, y + 5],
						[-5, y],
					],
					accent,
				),
			)
			.join('')
	)
}
