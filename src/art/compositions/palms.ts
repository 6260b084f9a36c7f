import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect, stroke } from '#art/svg.ts'

/** Palms on a shore before a low sun. */
export function palms({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const across = random.pick([-1, 1])
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : 0.5)
	const half = Math.min(width * 0.44, stage * 0.48)
	const sea = bottom - stage * 0.3
	const radius = half * 0.72
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x - across * half * 0.14, sea - radius * 0.4, radius, palette.glow)
	if (random.chance(0.5))
		for (let cut = 0; cut < 4; cut++)
			art += rect(
				x - across * half * 0.14 - radius,
				sea - radius * (0.12 + cut * 0.2),
				radius * 2,
				radius * (0.07 - cut * 0.012),
				palette.ground,
			)
	art += rect(0, sea, width, height, palette.mid)
	for (let glint = 0; glint < 7; glint++) {
		const wide = radius * random.between(0.5, 1.5) * (1 - glint * 0.08)
		art += rect(
			x - across * half * 0.14 - wide / 2 + random.between(-20, 20),
			sea + 9 + glint * stage * 0.032,
			wide,
			5,
			glint % 2 ? palette.far : palette.glow,
			'rx="2.5"',
		)
	}
	const shore = `M${x - across * width} ${height}V${bottom - stage * 0.02}Q${x} ${bottom - stage * 0.17} ${x + across * width} ${bottom - stage * 0.13}V${height}Z`
	art += path(shore, palette.deep)
	const shade = mix(palette.deep, palette.mid, 0.4)
	const unit = half / 100
	art += place(
		palm(shade, shade, random.chance(0.5)),
		x + across * half * 0.88,
		bottom - stage * 0.08,
		unit * 0.78,
		0,
		-across,
	)
	return (
		art +
		place(
			palm(palette.deep, palette.deep, true),
			x + across * half * 0.42,
			bottom - stage * 0.06,
			unit * 1.06,
			0,
			across,
		)
	)
}

function palm(trunk: string, leaf: string, hasNuts: boolean): string {
	const frond = (turn: number, size: number) =>
		place(
			path(
				'M0 4C14 -20 44 -30 80 -12C92 -6 98 6 100 20C92 14 88 12 84 12C86 18 86 22 84 28C78 18 74 14 68 12C70 20 68 26 64 30C60 18 54 12 48 8C48 16 46 22 42 26C38 12 26 4 0 4Z',
				leaf,
			),
			-34,
			-146,
			size,
			turn,
		)
	return (
		stroke('M8 8C4 -40 -14 -96 -34 -146', trunk, 12, 'stroke-linecap="round"') +
		[-6, 32, 66].map((turn, index) => frond(turn, 0.86 - index * 0.07)).join('') +
		place(
			[-8, 30, 64]
				.map((turn, index) =>
					place(
						path(
							'M0 4C14 -20 44 -30 80 -12C92 -6 98 6 100 20C92 14 88 12 84 12C86 18 86 22 84 28C78 18 74 14 68 12C70 20 68 26 64 30C60 18 54 12 48 8C48 16 46 22 42 26C38 12 26 4 0 4Z',
							leaf,
						),
						0,
						0,
						0.86 - index * 0.08,
						turn,
					),
				)
				.join(''),
			-34,
			-146,
			1,
			0,
			-1,
		) +
		frond(-52, 0.66) +
		(hasNuts ? circle(-28, -138, 7, trunk) + circle(-40, -136, 7, trunk) : '')
	)
}
