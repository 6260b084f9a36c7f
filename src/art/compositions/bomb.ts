import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, place, polygon, rect, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A round bomb with a burning fuse. */
export function bomb(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays', 'hill'], charge, { share: 0.96, lower: 0.04 })
}

function charge({ ink, soft, accent, back }: Inks, random: Random): string {
	const spark = Array.from({ length: 16 }, (_, index) => {
		const angle = (index / 16) * Math.PI * 2
		const reach = index % 2 === 0 ? random.between(20, 28) : 10
		return [Math.cos(angle) * reach, Math.sin(angle) * reach] as const
	})
	return (
		stroke('M36 -44C46 -74 78 -52 74 -82', soft, 7, 'stroke-linecap="round"') +
		place(rect(-19, -12, 38, 26, ink, 'rx="4"'), 32, -38, 1, 38) +
		circle(-10, 22, 72, ink) +
		circle(-2, 30, 58, soft, 'opacity="0.3"') +
		stroke('M-62 10A56 56 0 0 1 -26 -30', back, 9, 'stroke-linecap="round"') +
		place(polygon(spark, accent) + circle(0, 0, 8, back), 74, -86, 1)
	)
}
