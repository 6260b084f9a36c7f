import { circle, num, path, polygon } from '#art/svg.ts'

/** A traveler in a cloak, feet at the given point. */
export function traveler(x: number, foot: number, tall: number, fill: string): string {
	const half = tall * 0.2
	const cloak = `M${num(x - half)} ${num(foot)}Q${num(x - half * 0.7)} ${num(foot - tall * 0.8)} ${num(x)} ${num(foot - tall * 0.8)}Q${num(x + half * 0.7)} ${num(foot - tall * 0.8)} ${num(x + half)} ${num(foot)}Z`
	return path(cloak, fill) + circle(x, foot - tall * 0.87, tall * 0.13, fill)
}

/** The series' mark: a crystal with one lit facet, around a center. */
export function crystal(x: number, y: number, radius: number, fill: string, lit: string): string {
	const wide = radius * 0.72
	return (
		polygon(
			[
				[x, y - radius],
				[x + wide, y],
				[x, y + radius],
				[x - wide, y],
			],
			fill,
		) +
		polygon(
			[
				[x, y - radius],
				[x + wide, y],
				[x, y + radius * 0.16],
			],
			lit,
		)
	)
}
