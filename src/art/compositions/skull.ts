import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, polygon, rect } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A skull. */
export function skull(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], bones, { share: 0.96 })
}

function bones({ ink, soft, accent, back }: Inks, random: Random): string {
	const hasBones = random.chance(0.45)
	const crossed = [38, -38].map((turn) => `<g transform="translate(0 34) rotate(${turn})">${bone(soft)}</g>`).join('')
	const teeth = [-27, -9, 9, 27].map((x) => rect(x - 1.5, 50, 3, 24, back)).join('')
	const eyes = [-1, 1]
		.map((side) =>
			path(
				`M${side * 10} -4Q${side * 12} -28 ${side * 34} -26Q${side * 54} -22 ${side * 48} 2Q${side * 38} 18 ${side * 18} 12Q${side * 10} 8 ${side * 10} -4Z`,
				back,
			),
		)
		.join('')
	const lights = random.chance(0.6) ? [-1, 1].map((side) => circle(side * 31, -6, 6.5, accent)).join('') : ''
	return (
		(hasBones ? crossed : '') +
		path(
			'M-70 -14C-70 -62 -40 -88 0 -88C40 -88 70 -62 70 -14C70 12 62 22 54 32Q48 40 46 52V66Q46 76 36 76H-36Q-46 76 -46 66V52Q-48 40 -54 32C-62 22 -70 12 -70 -14Z',
			ink,
		) +
		path(
			'M70 -14C70 12 62 22 54 32Q48 40 46 52V66Q46 76 36 76H18C40 60 52 20 44 -40C41 -62 32 -78 20 -86C50 -80 70 -54 70 -14Z',
			soft,
			'opacity="0.55"',
		) +
		eyes +
		lights +
		polygon(
			[
				[0, 10],
				[10, 34],
				[-10, 34],
			],
			back,
		) +
		rect(-46, 47, 92, 3.5, back) +
		teeth
	)
}

function bone(fill: string): string {
	return (
		rect(-96, -8, 192, 16, fill) +
		[-1, 1].map((side) => circle(side * 96, -9, 12, fill) + circle(side * 96, 9, 12, fill)).join('')
	)
}
