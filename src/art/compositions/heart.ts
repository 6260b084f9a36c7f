import type { Scene } from '#art/scene.ts'
import { path, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

const SHAPE = 'M0 82C-104 10 -96 -70 -46 -70C-20 -70 -5 -52 0 -38C5 -52 20 -70 46 -70C96 -70 104 10 0 82Z'

/** A heart, sometimes beating. */
export function heart(scene: Scene): string {
	return emblem(scene, ['disc', 'rings', 'rays'], (inks, random) => random.pick([smooth, pulse])(inks), {
		share: 0.92,
	})
}

function smooth({ ink, soft, accent }: Inks): string {
	return (
		path(SHAPE, accent) +
		path('M0 82C104 10 96 -70 46 -70C20 -70 5 -52 0 -38Z', soft, 'opacity="0.4"') +
		stroke('M-64 -24A30 30 0 0 1 -40 -50', ink, 8, 'stroke-linecap="round"')
	)
}

function pulse({ ink, accent }: Inks): string {
	return (
		path(SHAPE, accent) +
		stroke('M-130 4H-40L-22 -28L4 40L26 -14L36 4H130', ink, 8, 'stroke-linejoin="round" stroke-linecap="round"')
	)
}
