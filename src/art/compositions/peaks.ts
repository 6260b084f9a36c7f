import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, type Point, path, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Faceted mountains, one side lit, under a moon. */
export function peaks({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const moon = Math.min(width, stage) * random.between(0.1, 0.16)
	const moonSide = random.chance(0.5)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(
		width * (moonSide ? random.between(0.16, 0.3) : random.between(0.7, 0.84)),
		top + moon * 1.1,
		moon,
		palette.glow,
	)
	const base = bottom - stage * 0.16
	for (const [share, tone] of [
		[0.48, 0.15],
		[0.72, 0.6],
	] as const) {
		const count = Math.max(2, Math.round(width / 300))
		for (let index = 0; index <= count; index++) {
			const tip: Point = [
				(width * (index + random.between(-0.25, 0.25) + (share > 0.6 ? 0 : 0.5))) / count,
				base - stage * share * random.between(0.6, 1),
			]
			art += mountain(
				tip,
				base + 60,
				random.between(0.75, 0.95),
				mix(palette.far, palette.mid, tone),
				mix(palette.mid, palette.deep, 0.2 + tone * 0.6),
				palette.paper,
			)
		}
	}
	art += mountain(
		[width * (moonSide ? 0.62 : 0.38), top + stage * 0.12],
		base + 60,
		0.72,
		palette.mid,
		palette.deep,
		palette.paper,
	)
	art += path(ridge(random, width, height, base + stage * 0.03, stage * 0.03), mix(palette.mid, palette.deep, 0.72))
	art += path(ridge(random, width, height, base + stage * 0.1, stage * 0.025), palette.deep)
	return art
}

function mountain([x, y]: Point, base: number, slope: number, lit: string, shade: string, snow: string): string {
	const drop = base - y
	const spread = drop * slope
	const cap = drop * 0.22
	const side = cap * slope
	return (
		polygon(
			[
				[x, y],
				[x + spread, base],
				[x - spread, base],
			],
			lit,
		) +
		polygon(
			[
				[x, y],
				[x + spread, base],
				[x - drop * 0.08, base],
				[x + drop * 0.07, y + drop * 0.55],
				[x - drop * 0.05, y + drop * 0.3],
			],
			shade,
		) +
		polygon(
			[
				[x, y],
				[x + side * 0.4, y + cap * 0.4],
				[x - side * 0.05, y + cap * 0.75],
				[x - side * 0.4, y + cap * 0.6],
				[x - side, y + cap],
			],
			snow,
			'opacity="0.9"',
		)
	)
}
