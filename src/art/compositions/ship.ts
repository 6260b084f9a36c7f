import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'

/** A ship under sail between rolling waves. */
export function ship({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * random.between(0.42, 0.58)
	const sea = top + stage * 0.68
	const size = Math.min(width * 0.3, stage * 0.3)
	const direction = random.chance(0.5) ? 1 : -1
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x - direction * size * 0.5, top + stage * 0.4, Math.min(width * 0.31, stage * 0.34), palette.glow)
	art += roll(width, height, sea - stage * 0.07, width * 0.33, stage * 0.028, random.between(0, 1), palette.far)
	const hull = `M${num(-size)} ${num(-size * 0.05)}Q0 ${num(size * 0.1)} ${num(size * 1.1)} ${num(-size * 0.2)}L${num(size * 0.72)} ${num(size * 0.34)}H${num(-size * 0.76)}Z`
	const sails = [
		[-0.52, 0.62, 0.36],
		[0.06, 0.92, 0.48],
		[0.62, 0.7, 0.34],
	] as const
	let vessel = path(hull, palette.deep)
	for (const [mast, tall, broad] of sails) {
		vessel += rect(size * mast - 3, -size * (tall + 0.36), 6, size * (tall + 0.38), palette.deep)
		for (const [from, to] of [
			[0.1, 0.54],
			[0.58, 0.96],
		] as const) {
			const wide = size * broad * (from > 0.5 ? 0.72 : 1)
			const low = -size * (0.12 + tall * from * 1.05)
			const high = -size * (0.12 + tall * to * 1.05)
			vessel += path(
				`M${num(size * mast - wide * 0.5)} ${num(high)}H${num(size * mast + wide * 0.5)}Q${num(size * mast + wide * 0.78)} ${num((low + high) / 2)} ${num(size * mast + wide * 0.6)} ${num(low)}H${num(size * mast - wide * 0.5)}Q${num(size * mast - wide * 0.2)} ${num((low + high) / 2)} ${num(size * mast - wide * 0.5)} ${num(high)}Z`,
				from > 0.5 ? mix(palette.paper, palette.far, 0.25) : palette.paper,
			)
		}
	}
	art += `<g transform="translate(${num(x)} ${num(sea - size * 0.12)}) scale(${direction} 1) rotate(${random.whole(-5, 2)})">${vessel}</g>`
	for (let row = 0; row < 5; row++)
		art += roll(
			width,
			height,
			sea + (bottom - sea) * 0.23 * row,
			width * (0.26 + row * 0.05),
			stage * 0.03,
			random.between(0, 1),
			mix(palette.mid, palette.deep, row / 4),
		)
	return art
}

function roll(
	width: number,
	height: number,
	level: number,
	length: number,
	rise: number,
	shift: number,
	fill: string,
): string {
	let data = `M${num(-length * (1 + shift))} ${num(level)}`
	for (let x = -length * (1 + shift); x < width + length; x += length)
		data += `q${num(length * 0.3)} ${num(rise * 0.6)} ${num(length * 0.5)} ${num(rise * 0.2)}q${num(length * 0.28)} ${num(-rise * 1.6)} ${num(length * 0.5)} ${num(-rise * 0.2)}`
	return path(`${data}V${num(height + 5)}H${num(-length * 2)}Z`, fill)
}
