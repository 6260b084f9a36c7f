import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect } from '#art/svg.ts'

/** A rock with a temple that floats above a sea of clouds. */
export function clouds({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.62) : random.between(0.46, 0.54))
	const half = Math.min(width * 0.4, stage * 0.42)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + half * random.between(-0.5, 0.5), top + stage * 0.34, half * 0.7, palette.glow)
	art += bank(width, height, top + stage * 0.62, half * 0.42, palette.far, random)
	art += place(
		rock(palette.deep, mix(palette.deep, palette.mid, 0.45), palette.mid, palette.paper),
		x,
		top + stage * 0.44,
		half / 100,
	)
	for (const side of [-1, 1])
		art += place(
			shard(palette.deep, palette.mid),
			x + side * half * random.between(0.8, 1),
			top + stage * random.between(0.3, 0.6),
			(half / 100) * random.between(0.5, 0.8),
		)
	art += bank(width, height, top + stage * 0.76, half * 0.38, mix(palette.far, palette.paper, 0.45), random)
	return art + bank(width, height, top + stage * 0.9, half * 0.46, palette.paper, random)
}

function bank(
	width: number,
	height: number,
	level: number,
	size: number,
	fill: string,
	random: Scene['random'],
): string {
	let art = rect(0, level + size * 0.5, width, height, fill)
	for (let x = -size * random.between(0, 0.6); x < width + size; x += size * random.between(0.7, 1.1))
		art += circle(x, level + size * random.between(0.35, 0.6), size * random.between(0.45, 0.75), fill)
	return art
}

function rock(dark: string, shade: string, grass: string, light: string): string {
	const columns = [-22, -8, 6, 20].map((x) => rect(x - 3, -34, 6, 28, light))
	return (
		polygon(
			[
				[-72, 0],
				[70, 0],
				[44, 34],
				[22, 46],
				[4, 88],
				[-14, 52],
				[-50, 30],
			],
			dark,
		) +
		polygon(
			[
				[70, 0],
				[44, 34],
				[22, 46],
				[4, 88],
				[10, 30],
				[20, 0],
			],
			shade,
		) +
		path('M-80 0Q-70 -12 0 -10Q66 -12 78 0Q40 10 0 6Q-50 12 -80 0Z', grass) +
		rect(-32, -10, 64, 6, light) +
		columns.join('') +
		polygon(
			[
				[-34, -34],
				[34, -34],
				[0, -54],
			],
			light,
		) +
		circle(54, -20, 13, dark) +
		rect(52, -14, 4, 12, dark) +
		circle(-54, -16, 10, dark) +
		rect(-56, -12, 4, 10, dark)
	)
}

function shard(dark: string, grass: string): string {
	return (
		polygon(
			[
				[-20, 0],
				[20, 0],
				[6, 26],
				[-6, 22],
			],
			dark,
		) + rect(-22, -4, 44, 7, grass, 'rx="3"')
	)
}
