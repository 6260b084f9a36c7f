import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, rect, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** An old monitor with a waiting cursor. */
export function screen(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], monitor, { share: 0.96, lower: 0.02 })
}

function monitor({ ink, soft, accent, back }: Inks, random: Random): string {
	let view = ''
	const kind = random.whole(0, 2)
	if (kind === 0) {
		const rows = random.whole(3, 5)
		for (let row = 0; row < rows; row++) {
			let x = -58
			for (let word = 0; word < random.whole(1, 3); word++) {
				const long = random.between(12, 34)
				view += rect(x, -62 + row * 15, long, 6, accent)
				x += long + 7
			}
		}
		view += rect(-58, -62 + rows * 15, 6, 7, accent) + rect(-47, -64 + rows * 15, 11, 11, accent)
	} else if (kind === 1) {
		view += stroke('M-66 -20C-50 -60 -34 -60 -20 -20S10 20 24 -20S50 -60 66 -20', accent, 5, 'stroke-linecap="round"')
		view += stroke('M-66 -20H66M0 -66V24', accent, 1.5, 'opacity="0.5"')
	} else {
		view +=
			circle(-24, -30, 8, accent) +
			circle(24, -30, 8, accent) +
			stroke('M-30 -2Q0 20 30 -2', accent, 7, 'stroke-linecap="round"')
	}
	const scan = Array.from({ length: 12 }, (_, line) => rect(-72, -72 + line * 9, 144, 2, ink, 'opacity="0.25"')).join(
		'',
	)
	return (
		path('M-30 46H30L40 78H-40Z', soft) +
		rect(-62, 76, 124, 14, ink, 'rx="5"') +
		rect(-94, -92, 188, 142, ink, 'rx="18"') +
		path('M-74 -68Q0 -82 74 -68Q80 -20 74 28Q0 36 -74 28Q-80 -20 -74 -68Z', back) +
		view +
		scan +
		circle(74, 41, 4, accent) +
		rect(-78, 39, 30, 4, soft, 'rx="2"')
	)
}
