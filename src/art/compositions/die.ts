import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { type Point, place, polygon } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A die with twenty sides. */
export function die(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], twenty)
}

function twenty({ ink, soft, accent, back }: Inks, random: Random): string {
	const corner = (index: number, reach: number): Point => {
		const angle = (index / 6) * Math.PI * 2 - Math.PI / 2
		return [Math.cos(angle) * reach, Math.sin(angle) * reach]
	}
	const outer = [0, 1, 2, 3, 4, 5].map((index) => corner(index, 92))
	const inner = [0, 2, 4].map((index) => corner(index, 54))
	const point = (points: readonly Point[], index: number): Point => points[index] ?? [0, 0]
	const [a, b, c] = [point(inner, 0), point(inner, 1), point(inner, 2)]
	const face = (points: readonly Point[], share: number) =>
		polygon(points, mix(ink, soft, share), `stroke="${back}" stroke-width="3" stroke-linejoin="round"`)
	return place(
		face([point(outer, 0), point(outer, 1), a], 0.3) +
			face([point(outer, 0), point(outer, 5), a], 0.1) +
			face([point(outer, 1), a, b], 0.55) +
			face([point(outer, 1), point(outer, 2), b], 0.75) +
			face([point(outer, 2), point(outer, 3), b], 1) +
			face([point(outer, 3), b, c], 0.9) +
			face([point(outer, 3), point(outer, 4), c], 0.8) +
			face([point(outer, 4), point(outer, 5), c], 0.5) +
			face([point(outer, 5), a, c], 0.25) +
			polygon([a, b, c], accent, `stroke="${back}" stroke-width="3" stroke-linejoin="round"`) +
			polygon(
				[
					[0, -22],
					[13, 0],
					[0, 22],
					[-13, 0],
				],
				ink,
			),
		0,
		0,
		1,
		random.between(-12, 12),
	)
}
