import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, rect } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'
import { steam } from './steam.ts'

/** A pot on the fire. */
export function pot(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], pan, { lower: 0.04 })
}

function pan({ ink, soft, accent, back }: Inks, random: Random): string {
	return (
		steam(soft, random) +
		[-44, -22, 0, 22, 44]
			.map((x) => path(`M${x - 10} 96C${x - 16} 82 ${x - 4} 78 ${x} 66C${x + 4} 78 ${x + 16} 82 ${x + 10} 96Z`, accent))
			.join('') +
		path('M-72 -8H72V38Q72 66 44 66H-44Q-72 66 -72 38Z', ink) +
		path('M30 -8H72V38Q72 66 44 66H20Q38 50 30 -8Z', soft) +
		rect(-96, -2, 26, 12, ink, 'rx="6"') +
		rect(70, -2, 26, 12, soft, 'rx="6"') +
		rect(-80, -18, 160, 13, soft, 'rx="6"') +
		path('M-62 -18Q-56 -34 0 -36Q56 -34 62 -18Z', ink) +
		circle(0, -38, 8, accent) +
		rect(-54, 8, 8, 36, back, 'opacity="0.5" rx="4"')
	)
}
