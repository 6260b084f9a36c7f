import type { Random } from '#art/random.ts'
import { stroke } from '#art/svg.ts'

/** Three curls of steam above the origin. */
export function steam(ink: string, random: Random): string {
	return [-30, 0, 30]
		.map((x) => {
			const tall = random.between(28, 42)
			return stroke(
				`M${x} -38C${x - 14} ${-38 - tall * 0.4} ${x + 14} ${-38 - tall * 0.7} ${x} ${-38 - tall}`,
				ink,
				6,
				'stroke-linecap="round"',
			)
		})
		.join('')
}
