import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { line, num, path, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Balloons over hills, one of them close. */
export function balloons({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const large = Math.min(width * 0.27, stage * 0.27)
	const side = random.chance(0.5) ? 1 : -1
	let art = rect(0, 0, width, height, palette.ground)
	for (let cloud = 0; cloud < 4; cloud++) {
		const wide = width * random.between(0.2, 0.36)
		art += rect(
			random.between(-0.1, 0.8) * width,
			top + stage * random.between(0.05, 0.6),
			wide,
			stage * 0.03,
			palette.far,
			`rx="${num(stage * 0.015)}"`,
		)
	}
	art += path(ridge(random, width, height, bottom - stage * 0.2, stage * 0.05), palette.far)
	const far = [0.3, 0.42, 0.22].map((size, index) => ({
		size,
		x: 0.5 - side * (0.3 - index * 0.09),
		y: 0.2 + index * 0.23,
	}))
	for (const { size, x, y } of far)
		art += balloon(
			width * x,
			top + stage * y,
			large * size,
			mix(palette.mid, palette.deep, 0.35),
			mix(palette.mid, palette.far, 0.4),
		)
	art += balloon(
		width * (0.5 + side * 0.12),
		top + large * 1.05,
		large,
		palette.glow,
		random.chance(0.5) ? palette.paper : palette.deep,
	)
	art += path(ridge(random, width, height, bottom - stage * 0.12, stage * 0.04), palette.mid)
	return art + path(ridge(random, width, height, bottom - stage * 0.05, stage * 0.03), palette.deep)

	function balloon(x: number, y: number, radius: number, fill: string, stripe: string): string {
		const foot = y + radius * 1.32
		const skin = (half: number) =>
			`M${num(x)} ${num(y - radius)}C${num(x + half * 1.36)} ${num(y - radius)} ${num(x + half * 1.2)} ${num(y + radius * 0.5)} ${num(x + half * 0.3)} ${num(foot)}H${num(x - half * 0.3)}C${num(x - half * 1.2)} ${num(y + radius * 0.5)} ${num(x - half * 1.36)} ${num(y - radius)} ${num(x)} ${num(y - radius)}Z`
		const basket = foot + radius * 0.42
		return (
			line([x - radius * 0.26, foot], [x - radius * 0.16, basket], palette.deep, radius * 0.025) +
			line([x + radius * 0.26, foot], [x + radius * 0.16, basket], palette.deep, radius * 0.025) +
			path(skin(radius), fill) +
			path(skin(radius * 0.62), stripe) +
			path(skin(radius * 0.24), fill) +
			rect(x - radius * 0.19, basket, radius * 0.38, radius * 0.28, palette.deep, `rx="${num(radius * 0.05)}"`)
		)
	}
}
