import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, path, polygon, rect, ring } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A sword stuck in a hill, against a disc. */
export function blade({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.3, 0.7) : random.between(0.42, 0.58))
	const ground = bottom - stage * 0.17
	const radius = Math.min(width * 0.36, stage * 0.36)
	const y = top + stage * 0.44
	let art = rect(0, 0, width, height, palette.ground)
	if (random.chance(0.5)) {
		for (let ray = 0; ray < 48; ray++) {
			const angle = (ray / 48) * Math.PI * 2
			const far = radius * (ray % 2 === 0 ? 1.22 : 1.13)
			art += line(
				[x + Math.cos(angle) * radius * 1.06, y + Math.sin(angle) * radius * 1.06],
				[x + Math.cos(angle) * far, y + Math.sin(angle) * far],
				palette.glow,
				3,
			)
		}
	} else art += ring(x, y, radius * 1.12, palette.glow, 3)
	art += circle(x, y, radius, palette.glow)
	art += path(ridge(random, width, height, ground - stage * 0.06, stage * 0.03), palette.mid)
	art += sword(
		x,
		top + stage * 0.07,
		ground + stage * 0.02,
		palette.deep,
		mix(palette.deep, palette.mid, 0.75),
		palette.paper,
	)
	return art + path(ridge(random, width, height, ground + stage * 0.02, stage * 0.02), palette.deep)
}

function sword(x: number, top: number, point: number, dark: string, side: string, edge: string): string {
	const tall = point - top
	const half = tall * 0.042
	const guard = top + tall * 0.24
	return (
		circle(x, top + tall * 0.03, tall * 0.032, dark) +
		rect(x - tall * 0.014, top + tall * 0.04, tall * 0.028, tall * 0.2, dark) +
		polygon(
			[
				[x - tall * 0.16, guard - tall * 0.006],
				[x + tall * 0.16, guard - tall * 0.006],
				[x + tall * 0.135, guard + tall * 0.03],
				[x - tall * 0.135, guard + tall * 0.03],
			],
			dark,
		) +
		polygon(
			[
				[x - half, guard + tall * 0.03],
				[x, guard + tall * 0.03],
				[x, point],
				[x - half * 0.8, point],
			],
			edge,
		) +
		polygon(
			[
				[x + half, guard + tall * 0.03],
				[x, guard + tall * 0.03],
				[x, point],
				[x + half * 0.8, point],
			],
			side,
		)
	)
}
