import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { path, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'
import { steam } from './steam.ts'

/** A cup of something hot. */
export function cup(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], mug, { lower: 0.04 })
}

function mug({ ink, soft, accent, back }: Inks, random: Random): string {
	return (
		steam(soft, random) +
		`<ellipse cx="0" cy="78" rx="92" ry="13" fill="${soft}"/>` +
		stroke('M54 0C100 -14 104 44 48 44', ink, 13) +
		path('M-64 -24H64C64 34 44 76 0 76C-44 76 -64 34 -64 -24Z', ink) +
		path('M24 -24H64C64 34 44 76 0 76C20 66 30 20 24 -24Z', soft, 'opacity="0.6"') +
		`<ellipse cx="0" cy="-24" rx="64" ry="14" fill="${soft}"/><ellipse cx="0" cy="-23" rx="54" ry="10" fill="${accent}"/>` +
		path('M0 20C-34 -6 -28 -30 0 -8C28 -30 34 -6 0 20Z', back, 'transform="translate(0 26) scale(0.8)"')
	)
}
