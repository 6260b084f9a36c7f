import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, halo, num, path, polygon, rect, ring } from '#art/svg.ts'

/** Water in bands, darker as it goes down, with one light far below. */
export function deepSea({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const bands = 6
	const surface = top + stage * 0.14
	const sun = Math.min(width, stage) * 0.15
	const x = width * random.between(0.25, 0.75)
	let art = rect(0, 0, width, height, palette.ground) + circle(x, surface, sun, palette.glow)
	for (let band = 0; band < bands; band++) {
		const share = band / (bands - 1)
		const tone =
			share < 0.4 ? mix(palette.far, palette.mid, share / 0.4) : mix(palette.mid, palette.deep, (share - 0.4) / 0.6)
		art += path(
			swell(
				width,
				height,
				surface + stage * share * 0.72,
				width * random.between(0.24, 0.36),
				stage * 0.026,
				random.between(0, 1),
			),
			tone,
		)
	}
	for (const shift of [-0.22, 0.03, 0.24]) {
		const foot = x + shift * width
		art += polygon(
			[
				[x + shift * 120 - 8, surface + stage * 0.1],
				[x + shift * 120 + 14, surface + stage * 0.1],
				[foot + shift * 160 + 50, bottom],
				[foot + shift * 160 - 40, bottom],
			],
			palette.paper,
			'opacity="0.05"',
		)
	}
	const lampX = width * random.between(0.25, 0.75)
	const lampY = bottom - stage * 0.17
	art += circle(lampX, lampY, stage * 0.17, 'url(#lamp)') + circle(lampX, lampY, stage * 0.022, palette.glow)
	for (let bubble = 0; bubble < 9; bubble++)
		art += ring(
			lampX + random.between(-0.08, 0.08) * width,
			lampY - stage * random.between(0.08, 0.44),
			random.between(2, 8),
			palette.paper,
			2,
			'opacity="0.55"',
		)
	return `<defs>${halo('lamp', palette.glow, 0.55)}</defs>${art}`
}

function swell(width: number, height: number, level: number, length: number, rise: number, shift: number): string {
	let data = `M${num(-length * (1 + shift))} ${num(level)}`
	for (let x = -length * (1 + shift); x < width + length; x += length)
		data += `q${num(length / 4)} ${num(-rise * 2)} ${num(length / 2)} 0t${num(length / 2)} 0`
	return `${data}V${num(height)}H${num(-length * 2)}Z`
}
