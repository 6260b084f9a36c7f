import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, rect, ring } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** The head of a robot. */
export function robot(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], head, { lower: 0.06 })
}

function head({ ink, soft, accent, back }: Inks, random: Random): string {
	const isRound = random.chance(0.5)
	const eye = random.pick([12, 15])
	const eyes = [-1, 1]
		.map((side) => circle(side * 27, -12, eye, accent) + circle(side * 27, -12, eye * 0.4, ink))
		.join('')
	const visor = rect(-44, -22, 88, 22, accent, 'rx="11"') + circle(random.pick([-24, 24]), -11, 7, ink)
	const mouth = [-24, -8, 8, 24].map((x) => rect(x - 5, 26, 10, 16, back, 'rx="3"')).join('')
	const antennas = random.chance(0.5)
		? rect(-3, -92, 6, 30, ink) + circle(0, -92, 9, accent)
		: [-1, 1].map((side) => rect(side * 52 - 4, -86, 8, 40, ink, 'rx="4"') + circle(side * 52, -88, 7, accent)).join('')
	return (
		path('M-88 104Q-84 70 -48 66H48Q84 70 88 104Z', soft) +
		rect(-22, 44, 44, 30, soft) +
		antennas +
		[-1, 1].map((side) => rect(side * 68 - 12, -28, 24, 44, soft, 'rx="9"')).join('') +
		rect(-66, -66, 132, 124, ink, `rx="${isRound ? 54 : 22}"`) +
		rect(-52, -38, 104, 54, back, `rx="${isRound ? 27 : 12}"`) +
		(random.chance(0.6) ? eyes : visor) +
		mouth +
		ring(0, 92, 9, accent, 5)
	)
}
