import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { num, path, place, rect } from '#art/svg.ts'

/** Slashes of claws, with light behind them. */
export function claws({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.6) : 0.5)
	const y = top + stage * 0.5
	const size = Math.min(width, stage)
	const count = random.whole(3, 4)
	const across = random.pick([-1, 1])
	let grain = ''
	for (let mark = 0; mark < 46; mark++) {
		const long = size * random.between(0.03, 0.12)
		grain += place(
			rect(-long / 2, -2, long, 4, mix(palette.ground, palette.far, random.between(0.3, 0.9)), 'rx="2"'),
			random.between(0, width),
			random.between(plain + 10, height),
			1,
			random.between(-30, 30),
		)
	}
	let art = rect(0, 0, width, height, palette.ground) + grain
	for (let slash = 0; slash < count; slash++) {
		const along = (slash - (count - 1) / 2) * size * 0.23
		const long = size * (0.56 - Math.abs(slash - (count - 1) / 2) * 0.07) * random.between(0.94, 1.04)
		const wide = size * random.between(0.045, 0.06)
		const lift = slash % 2 ? -size * 0.02 : size * 0.02
		art += place(
			path(gash(long * 1.06, wide * 1.7), palette.deep) +
				path(gash(long, wide), palette.glow) +
				path(gash(long * 0.7, wide * 0.4), palette.paper),
			x + along,
			y + lift,
			1,
			22,
			across,
		)
	}
	return art
}

function gash(long: number, wide: number): string {
	return `M${num(-wide * 0.3)} ${num(-long)}C${num(wide)} ${num(-long * 0.4)} ${num(wide * 1.2)} ${num(long * 0.2)} ${num(wide * 0.2)} ${num(long)}C${num(-wide * 0.2)} ${num(long * 0.4)} ${num(-wide * 0.9)} ${num(-long * 0.2)} ${num(-wide * 0.3)} ${num(-long)}Z`
}
