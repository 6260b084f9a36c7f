import { mix } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Scene } from '../scene.ts'
import { circle, polygon, type Point, rect } from '../svg.ts'
import { traveller } from './figure.ts'

/** Table mountains in bands of rock, and a lone walker under a big sky. */
export function mesa({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const base = bottom - stage * 0.16
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(width * random.between(0.3, 0.7), top + stage * 0.32, Math.min(width * 0.21, stage * 0.24), palette.glow)
	for (const [depth, tone] of [palette.far, mix(palette.far, palette.mid, 0.7), palette.mid].entries()) {
		const count = depth === 2 ? 2 : 3
		const side = random.between(-0.1, 0.1)
		for (let index = 0; index < count; index++) {
			const x = width * ((index + 0.5) / count + side) * (depth === 2 ? 1.25 : 1) - (depth === 2 ? width * 0.12 : 0)
			const roof = base - stage * (0.46 - depth * 0.09) * random.between(0.6, 1.05)
			art += table(x, roof, base + 4, width * random.between(0.1, 0.17) * (1 + depth * 0.25), tone, mix(tone, palette.deep, 0.28 + depth * 0.12), random)
		}
	}
	art += rect(0, base, width, height - base, palette.deep) + rect(0, base, width, stage * 0.022, mix(palette.mid, palette.deep, 0.6))
	return art + traveller(width * random.between(0.25, 0.75), base + stage * 0.012, stage * 0.095, palette.deep)
}

function table(x: number, roof: number, base: number, half: number, rock: string, band: string, random: Random): string {
	const tall = base - roof
	const edge = (share: number, side: number): Point => [x + side * half * (share < 0.45 ? 0.86 + share * 0.2 : 0.95 + (share - 0.45) * 1.3), roof + tall * share]
	let art = polygon([edge(0, -1), edge(0, 1), edge(0.45, 1), edge(1, 1), edge(1, -1), edge(0.45, -1)], rock)
	for (const share of [0.1, 0.27, 0.52]) {
		const deep = random.between(0.05, 0.09)
		art += polygon([edge(share, -1), edge(share, 1), edge(share + deep, 1), edge(share + deep, -1)], band)
	}
	return art + polygon([[x + half * random.between(0.2, 0.4), roof], edge(0, 1), edge(0.45, 1), edge(1, 1), [x + half * 0.9, base]], band, 'opacity="0.55"')
}
