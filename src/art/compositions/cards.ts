import { mix, type Palette } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, group, num, path, polygon, rect } from '#art/svg.ts'

/** A fanned hand of cards. */
export function cards({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const count = random.whole(3, 5)
	const tall = Math.min(stage * 0.62, width * 0.62)
	const wide = tall * 0.68
	const x = width / 2
	const pivot = top + stage * 0.16 + tall * 1.75
	const spread = random.between(15, 19)
	let art =
		rect(0, 0, width, height, palette.ground) +
		circle(x, top + stage * 0.52, Math.min(width * 0.46, stage * 0.5), palette.far)
	for (let index = 0; index < count; index++) {
		const angle = (index - (count - 1) / 2) * spread
		const last = index === count - 1
		const face = last ? palette.paper : mix(palette.mid, palette.deep, 0.15 + (0.7 * index) / count)
		const card =
			rect(
				x - wide / 2,
				pivot - tall * 1.75,
				wide,
				tall,
				face,
				`rx="${num(wide * 0.08)}" stroke="${palette.ground}" stroke-width="${num(wide * 0.035)}"`,
			) +
			emblem(
				x,
				pivot - tall * 1.25,
				wide * 0.26,
				random.whole(0, 3),
				last ? palette : { ...palette, deep: palette.paper, glow: palette.paper },
			)
		art += group(card, `transform="rotate(${num(angle)} ${num(x)} ${num(pivot)})"`)
	}
	return art
}

function emblem(x: number, y: number, size: number, kind: number, { glow, deep }: Palette): string {
	if (kind === 0)
		return polygon(
			[
				[x, y - size * 1.2],
				[x + size * 0.85, y],
				[x, y + size * 1.2],
				[x - size * 0.85, y],
			],
			glow,
		)
	if (kind === 1) return circle(x, y, size, deep) + circle(x, y - size * 0.2, size * 0.55, glow)
	if (kind === 2)
		return polygon(
			[
				[x, y - size],
				[x + size, y + size * 0.75],
				[x - size, y + size * 0.75],
			],
			glow,
		)
	return path(
		`M${num(x)} ${num(y - size)}A${num(size)} ${num(size)} 0 1 0 ${num(x + size)} ${num(y)}A${num(size * 0.8)} ${num(size * 0.8)} 0 0 1 ${num(x)} ${num(y - size)}Z`,
		glow,
	)
}
