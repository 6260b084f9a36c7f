import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Bats before a full moon, above a far castle. */
export function bats({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.42)
	const y = top + stage * 0.42
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, y, half, palette.glow)
	for (let crater = 0; crater < 5; crater++) {
		const angle = random.between(0, 6.28)
		const far = half * random.between(0.25, 0.75)
		art += circle(
			x + Math.cos(angle) * far,
			y + Math.sin(angle) * far,
			half * random.between(0.06, 0.14),
			mix(palette.glow, palette.mid, 0.22),
		)
	}
	const ground = bottom - stage * 0.14
	art += path(ridge(random, width, height, ground - stage * 0.05, stage * 0.05), palette.mid)
	const keep = x + half * random.pick([-0.78, 0.78])
	for (const [shift, wide, tall] of [
		[-0.2, 0.12, 0.34],
		[-0.08, 0.18, 0.5],
		[0.12, 0.14, 0.28],
	] as const) {
		const left = keep + half * shift
		art += rect(left, ground - half * tall, half * wide, half * tall + stage, palette.deep)
		art += polygon(
			[
				[left - half * 0.02, ground - half * tall],
				[left + half * (wide + 0.02), ground - half * tall],
				[left + (half * wide) / 2, ground - half * (tall + 0.24)],
			],
			palette.deep,
		)
	}
	for (let small = 0; small < 6; small++)
		art += place(
			bat(palette.deep),
			x + half * random.between(-1.05, 1.05),
			y + half * random.between(-0.95, 0.5),
			(half / 100) * random.between(0.13, 0.26),
			random.between(-20, 20),
		)
	art += place(
		bat(palette.deep),
		x + half * random.between(-0.1, 0.1),
		y + half * 0.1,
		(half / 100) * 0.78,
		random.between(-10, 10),
	)
	return art + path(ridge(random, width, height, ground + stage * 0.03, stage * 0.03), palette.deep)
}

function bat(fill: string): string {
	const side =
		'M0 -22L8 -40L14 -24C20 -30 30 -34 40 -34C58 -52 78 -54 100 -46C92 -34 90 -20 94 -4C80 -12 68 -8 62 8C50 -2 38 0 32 14C24 8 12 14 0 40Z'
	return place(path(side, fill), 0, 0, 1) + place(path(side, fill), 0, 0, 1, 0, -1)
}
