import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, type Point, place, rect } from '#art/svg.ts'
import { emblem, type Inks } from './emblem.ts'

/** A pair of dice. */
export function dice(scene: Scene): string {
	return emblem(scene, ['disc', 'sun', 'rings', 'rays'], pair)
}

function pair({ ink, soft, accent, back }: Inks, random: Random): string {
	const die = (fill: string, pip: string, value: number) => {
		const spots: Record<number, readonly Point[]> = {
			2: [
				[-22, -22],
				[22, 22],
			],
			3: [
				[-24, -24],
				[0, 0],
				[24, 24],
			],
			5: [
				[-22, -22],
				[22, -22],
				[0, 0],
				[-22, 22],
				[22, 22],
			],
			6: [
				[-22, -26],
				[22, -26],
				[-22, 0],
				[22, 0],
				[-22, 26],
				[22, 26],
			],
		}
		return rect(-48, -48, 96, 96, fill, 'rx="18"') + (spots[value] ?? []).map(([x, y]) => circle(x, y, 9, pip)).join('')
	}
	return (
		place(die(soft, back, random.pick([3, 5])), 44, 38, 0.92, random.between(12, 30)) +
		place(die(ink, accent, random.pick([2, 5, 6])), -32, -26, 1.12, random.between(-24, -8))
	)
}
