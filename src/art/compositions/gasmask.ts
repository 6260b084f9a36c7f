import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, rect, ring } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A gas mask with a view of the wasteland in its glasses. */
export function gasmask(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], rubber, { share: 0.98 })
}

function rubber({ ink, soft, accent, back }: Inks, random: Random): string {
	const isDouble = random.chance(0.4)
	const glass = (side: number) =>
		circle(side * 33, -22, 29, soft) +
		circle(side * 33, -22, 22, accent) +
		path(
			`M${side * 33 - 22} -18Q${side * 33 - 8} -30 ${side * 33} -20T${side * 33 + 22} -20A22 22 0 0 1 ${side * 33 - 22} -18Z`,
			back,
			'opacity="0.7"',
		) +
		ring(side * 33, -22, 22, ink, 3)
	const filter = (x: number, y: number, radius: number) =>
		circle(x, y, radius, soft) +
		circle(x, y, radius * 0.76, ink) +
		[0, 1, 2, 3, 4, 5]
			.map((hole) =>
				circle(
					x + Math.cos(hole * 1.047) * radius * 0.42,
					y + Math.sin(hole * 1.047) * radius * 0.42,
					radius * 0.11,
					accent,
				),
			)
			.join('') +
		circle(x, y, radius * 0.12, accent)
	return (
		rect(-78, -40, 156, 10, soft) +
		rect(-72, 8, 144, 10, soft) +
		path(
			'M0 -92C48 -92 72 -58 72 -16C72 22 56 40 44 54L36 92H-36L-44 54C-56 40 -72 22 -72 -16C-72 -58 -48 -92 0 -92Z',
			ink,
		) +
		path('M0 -92C48 -92 72 -58 72 -16C72 22 56 40 44 54L36 92H14C34 40 44 -40 0 -92Z', soft, 'opacity="0.5"') +
		glass(-1) +
		glass(1) +
		(isDouble ? filter(-40, 50, 23) + filter(40, 50, 23) + circle(0, 40, 13, soft) : filter(0, 52, 33))
	)
}
