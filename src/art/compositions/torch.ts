import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, polygon, rect } from '#art/svg.ts'

/** A flame over a bowl, its light in rings on a wall of stones. */
export function torch({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.35, 0.65) : 0.5)
	const bowl = top + stage * 0.66
	const unit = Math.min(width * 0.8, stage) * 0.5
	const row = stage / 9
	let wall = ''
	for (let index = 0; plain + index * row < height; index++)
		for (let stone = -1; stone < width / (row * 1.9) + 1; stone++)
			wall += rect(
				(stone + (index % 2) * 0.5) * row * 1.9 + 3,
				plain + index * row + 3,
				row * 1.9 - 6,
				row - 6,
				mix(palette.ground, palette.far, random.between(0.15, 0.8)),
				'rx="4"',
			)
	let art = wall
	for (const share of [1.5, 1.12, 0.78])
		art += circle(x, bowl - unit * 0.5, unit * share, palette.glow, 'opacity="0.16"')
	art += flame(x, bowl, unit * 0.5, unit * 1.28, mix(palette.glow, palette.deep, 0.28))
	art += flame(x + unit * 0.03, bowl, unit * 0.36, unit * 0.92, palette.glow)
	art += flame(x, bowl, unit * 0.2, unit * 0.5, palette.paper)
	art += polygon(
		[
			[x - unit * 0.52, bowl - unit * 0.06],
			[x + unit * 0.52, bowl - unit * 0.06],
			[x + unit * 0.24, bowl + unit * 0.3],
			[x - unit * 0.24, bowl + unit * 0.3],
		],
		palette.deep,
	)
	art += rect(x - unit * 0.58, bowl - unit * 0.12, unit * 1.16, unit * 0.13, mix(palette.deep, palette.mid, 0.5))
	art += rect(x - unit * 0.09, bowl + unit * 0.28, unit * 0.18, height, palette.deep)
	const clip = `<clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath>`
	return `<defs>${clip}</defs>${rect(0, 0, width, height, palette.ground)}<g clip-path="url(#open)">${art}</g>`
}

function flame(x: number, foot: number, half: number, tall: number, fill: string): string {
	return path(
		`M${num(x)} ${num(foot)}C${num(x - half * 1.5)} ${num(foot - tall * 0.05)} ${num(x - half * 1.2)} ${num(foot - tall * 0.5)} ${num(x - half * 0.5)} ${num(foot - tall * 0.66)}C${num(x - half * 0.45)} ${num(foot - tall * 0.52)} ${num(x - half * 0.3)} ${num(foot - tall * 0.5)} ${num(x - half * 0.2)} ${num(foot - tall * 0.5)}C${num(x - half * 0.25)} ${num(foot - tall * 0.72)} ${num(x)} ${num(foot - tall * 0.85)} ${num(x + half * 0.15)} ${num(foot - tall)}C${num(x + half * 0.2)} ${num(foot - tall * 0.7)} ${num(x + half * 1.5)} ${num(foot - tall * 0.5)} ${num(x + half * 1.1)} ${num(foot - tall * 0.2)}C${num(x + half)} ${num(foot - tall * 0.08)} ${num(x + half * 0.6)} ${num(foot)} ${num(x)} ${num(foot)}Z`,
		fill,
	)
}
