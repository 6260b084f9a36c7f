import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, place, rect, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** The tags of a soldier on their chain. */
export function dogTags(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], tags)
}

function tags({ ink, soft, accent, back }: Inks, random: Random): string {
	const plate = (fill: string, edge: string, line: string) =>
		rect(-34, -8, 68, 108, fill, 'rx="26"') +
		`<rect x="-27" y="-1" width="54" height="94" rx="20" fill="none" stroke="${edge}" stroke-width="3"/>` +
		circle(0, 12, 6, back) +
		[34, 46, 58, 70].map((y, index) => rect(-18, y, [36, 26, 32, 18][index] ?? 30, 5, line, 'rx="2"')).join('')
	return (
		stroke(
			'M0 -6C-60 -40 -50 -104 0 -104C50 -104 60 -40 0 -6',
			ink,
			6,
			'stroke-dasharray="1 9" stroke-linecap="round"',
		) +
		place(plate(soft, mix(soft, ink, 0.5), ink), 4, -8, 0.96, random.between(-30, -18)) +
		place(plate(ink, soft, accent), 0, -8, 1, random.between(8, 18))
	)
}
