import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, polygon, rect } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A crown. */
export function crown(scene: Scene): string {
	return emblem(scene, ['disc', 'rings', 'rays'], jewels)
}

function jewels({ ink, soft, accent, back }: Inks, random: Random): string {
	const isTall = random.chance(0.5)
	const tip = isTall ? -74 : -58
	const outline = `M-72 46L-92 -30L-48 4L0 ${tip}L48 4L92 -30L72 46Z`
	const tips = [
		[-92, -36],
		[0, tip - 8],
		[92, -36],
	] as const
	return (
		path(outline, accent) +
		path(`M0 ${tip}L48 4L92 -30L72 46H0Z`, soft, 'opacity="0.4"') +
		tips.map(([x, y]) => circle(x, y, 11, accent)).join('') +
		[-48, 48].map((x) => circle(x, -4, 7, ink)).join('') +
		rect(-76, 46, 152, 28, ink, 'rx="6"') +
		[-44, 0, 44]
			.map((x) =>
				polygon(
					[
						[x, 50],
						[x + 9, 60],
						[x, 70],
						[x - 9, 60],
					],
					x === 0 ? accent : back,
				),
			)
			.join('') +
		polygon(
			[
				[0, -28],
				[13, -8],
				[0, 12],
				[-13, -8],
			],
			ink,
		)
	)
}
