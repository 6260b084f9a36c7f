import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, polygon, rect, stroke } from '#art/svg.ts'
import { traveler } from './figure.ts'

/** A track carved down a snowy slope, between firs. */
export function slopes({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const across = random.pick([-1, 1])
	const toX = (share: number) => (across > 0 ? share * width : width - share * width)
	const size = Math.min(width, stage)
	const snow = palette.paper
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(toX(0.72), top + stage * 0.2, size * 0.13, palette.glow)
	art += polygon(
		[
			[toX(-0.1), bottom - stage * 0.2],
			[toX(0.3), top + stage * 0.1],
			[toX(0.44), top + stage * 0.26],
			[toX(0.56), top + stage * 0.18],
			[toX(1.1), bottom - stage * 0.2],
		],
		mix(palette.mid, palette.far, 0.3),
	)
	art += polygon(
		[
			[toX(0.3), top + stage * 0.1],
			[toX(0.4), top + stage * 0.215],
			[toX(0.31), top + stage * 0.25],
			[toX(0.245), top + stage * 0.18],
		],
		snow,
	)
	const slope = `M${num(toX(-0.02))} ${num(top + stage * 0.36)}C${num(toX(0.4))} ${num(top + stage * 0.42)} ${num(toX(0.6))} ${num(top + stage * 0.62)} ${num(toX(1.02))} ${num(top + stage * 0.74)}V${num(height + 5)}H${num(toX(-0.02))}Z`
	art += path(slope, snow)
	art += path(
		`M${num(toX(-0.02))} ${num(top + stage * 0.66)}C${num(toX(0.3))} ${num(top + stage * 0.7)} ${num(toX(0.5))} ${num(top + stage * 0.9)} ${num(toX(1.02))} ${num(top + stage * 0.96)}V${num(height + 5)}H${num(toX(-0.02))}Z`,
		mix(snow, palette.mid, 0.22),
	)
	const line = (shift: number) =>
		`M${num(toX(0.02) + shift)} ${num(top + stage * 0.42)}C${num(toX(0.5) + shift)} ${num(top + stage * 0.5)} ${num(toX(0.2) + shift)} ${num(top + stage * 0.66)} ${num(toX(0.46) + shift)} ${num(top + stage * 0.72)}S${num(toX(0.36) + shift)} ${num(top + stage * 0.86)} ${num(toX(0.62) + shift)} ${num(top + stage * 0.9)}`
	for (const shift of [-5, 5]) art += stroke(line(shift), mix(snow, palette.mid, 0.55), 3)
	art += traveler(toX(0.62), top + stage * 0.92, size * 0.11, palette.deep)
	for (let tree = 0; tree < 7; tree++) {
		const share = tree < 4 ? random.between(0.68, 0.97) : random.between(0.02, 0.3)
		const foot = top + stage * (tree < 4 ? 0.66 + share * 0.12 + random.between(0, 0.2) : random.between(0.8, 0.98))
		art += fir(toX(share), foot, size * random.between(0.12, 0.2), palette.deep, mix(palette.deep, palette.mid, 0.5))
	}
	return art
}

function fir(x: number, foot: number, tall: number, dark: string, side: string): string {
	return [0, 1, 2]
		.map((tier) => {
			const low = foot - tall * (0.1 + tier * 0.26)
			const half = tall * (0.3 - tier * 0.07)
			return (
				polygon(
					[
						[x, low - tall * 0.42],
						[x + half, low],
						[x - half, low],
					],
					side,
				) +
				polygon(
					[
						[x, low - tall * 0.42],
						[x + half, low],
						[x, low],
					],
					dark,
				)
			)
		})
		.join('')
}
