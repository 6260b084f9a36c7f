import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, place, polygon, rect, ring, stroke } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A magnifying glass over a clue. */
export function magnifier(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], glass)
}

function glass({ ink, soft, accent, back }: Inks, random: Random): string {
	const clue = random.pick([fingerprint, footprint, star])(ink, soft, accent)
	return (
		place(rect(-11, 66, 22, 64, ink, 'rx="9"') + rect(-7, 54, 14, 18, soft), -14, -16, 1, -45) +
		circle(-14, -16, 62, back) +
		circle(-14, -16, 62, accent, 'opacity="0.25"') +
		place(clue, -14, -16, 1) +
		ring(-14, -16, 64, ink, 13) +
		stroke('M-60 -34A50 50 0 0 1 -34 -60', soft, 6, 'stroke-linecap="round"')
	)
}

function fingerprint(ink: string): string {
	const arcs = [8, 17, 26, 35].map((reach) =>
		stroke(
			`M${-reach} ${reach * 0.9}V0A${reach} ${reach} 0 0 1 ${reach} 0V${reach * 1.05}`,
			ink,
			4.5,
			'stroke-linecap="round"',
		),
	)
	return arcs.join('') + stroke('M0 2V34', ink, 4.5, 'stroke-linecap="round"')
}

function footprint(ink: string): string {
	const shoe = (x: number, y: number) =>
		place(rect(-9, -24, 18, 32, ink, 'rx="9"') + rect(-8, 13, 16, 14, ink, 'rx="6"'), x, y, 1, 18)
	return shoe(-14, 10) + shoe(16, -10)
}

function star(_ink: string, soft: string, accent: string): string {
	return (
		circle(0, 0, 22, accent) +
		polygon(
			[
				[0, -38],
				[10, 0],
				[0, 38],
				[-10, 0],
			],
			soft,
		) +
		polygon(
			[
				[-38, 0],
				[0, -10],
				[38, 0],
				[0, 10],
			],
			soft,
		)
	)
}
