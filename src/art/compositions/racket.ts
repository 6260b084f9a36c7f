import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, place, rect, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A racket and a ball. */
export function racket(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], swing)
}

function swing({ ink, soft, accent, back }: Inks, random: Random): string {
	const strings = [-28, -14, 0, 14, 28]
		.map((at) => {
			const reach = Math.sqrt(1 - (at / 42) ** 2) * 54
			const across = Math.sqrt(1 - (at / 54) ** 2) * 42
			return line([at, -reach], [at, reach], soft, 2.5) + line([-across, at * 1.3], [across, at * 1.3], soft, 2.5)
		})
		.join('')
	const frame =
		strings +
		`<ellipse rx="44" ry="56" fill="none" stroke="${ink}" stroke-width="10"/>` +
		stroke('M-24 48L0 88L24 48', ink, 8, 'stroke-linejoin="round"') +
		rect(-7, 80, 14, 66, ink, 'rx="6"') +
		rect(-7, 106, 14, 40, soft, 'rx="6"')
	return (
		place(frame, -16, -26, 0.92, random.between(24, 36)) +
		stroke('M92 92Q66 76 54 54', back === accent ? ink : accent, 5, 'stroke-dasharray="2 14" stroke-linecap="round"') +
		circle(52, 40, 22, accent) +
		stroke('M36 26Q52 34 48 60', ink, 4)
	)
}
