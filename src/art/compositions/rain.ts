import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, path, polygon, rect } from '#art/svg.ts'

/** Somebody under a street lamp in the rain. */
export function rain({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const across = random.pick([-1, 1])
	const x = width * (width > height * 1.2 ? random.between(0.5, 0.6) : 0.5)
	const half = Math.min(width * 0.44, stage * 0.48)
	const ground = bottom - stage * 0.13
	const lampX = x + across * half * 0.3
	const lampY = ground - half * 1.42
	const post = x + across * half * 0.62
	let art = rect(0, 0, width, height, palette.ground)
	for (let left = -20; left < width; ) {
		const wide = random.between(70, 130)
		const roof = ground - half * random.between(0.5, 1.15)
		art += rect(left, roof, wide + 1, height, mix(palette.ground, palette.far, 0.75))
		for (let y = roof + 22; y < ground - 30; y += 40)
			if (random.chance(0.35))
				art += rect(left + wide * random.pick([0.2, 0.6]), y, 13, 19, palette.glow, 'opacity="0.4"')
		left += wide
	}
	art += polygon(
		[
			[lampX - half * 0.12, lampY + half * 0.08],
			[lampX + half * 0.12, lampY + half * 0.08],
			[lampX + half * 0.82, ground + stage * 0.05],
			[lampX - half * 0.82, ground + stage * 0.05],
		],
		palette.glow,
		'opacity="0.34"',
	)
	art += rect(0, ground, width, height, palette.mid)
	art += `<ellipse cx="${lampX}" cy="${ground + stage * 0.05}" rx="${half * 0.84}" ry="${stage * 0.04}" fill="${palette.glow}" opacity="0.55"/>`
	art += path(
		`M${post - 7} ${ground + stage * 0.05}V${lampY + half * 0.1}Q${post} ${lampY - half * 0.1} ${lampX} ${lampY - half * 0.04}V${lampY}Q${post - across * 8} ${lampY - half * 0.02} ${post + 7} ${lampY + half * 0.1}V${ground + stage * 0.05}Z`,
		palette.deep,
	)
	art += polygon(
		[
			[lampX - half * 0.07, lampY - half * 0.06],
			[lampX + half * 0.07, lampY - half * 0.06],
			[lampX + half * 0.14, lampY + half * 0.09],
			[lampX - half * 0.14, lampY + half * 0.09],
		],
		palette.deep,
	)
	art += circle(lampX, lampY + half * 0.1, half * 0.08, palette.paper)
	const foot = ground + stage * 0.055
	const at = lampX - across * half * 0.16
	const tall = half * 0.62
	art += path(
		`M${at - tall * 0.17} ${foot}L${at - tall * 0.13} ${foot - tall * 0.56}Q${at} ${foot - tall * 0.68} ${at + tall * 0.13} ${foot - tall * 0.56}L${at + tall * 0.17} ${foot}Z`,
		palette.deep,
	)
	art += circle(at, foot - tall * 0.72, tall * 0.11, palette.deep)
	art += path(
		`M${at - tall * 0.46} ${foot - tall * 0.8}Q${at - tall * 0.4} ${foot - tall * 1.18} ${at} ${foot - tall * 1.2}Q${at + tall * 0.4} ${foot - tall * 1.18} ${at + tall * 0.46} ${foot - tall * 0.8}Q${at + tall * 0.3} ${foot - tall * 0.88} ${at + tall * 0.15} ${foot - tall * 0.8}Q${at} ${foot - tall * 0.88} ${at - tall * 0.15} ${foot - tall * 0.8}Q${at - tall * 0.3} ${foot - tall * 0.88} ${at - tall * 0.46} ${foot - tall * 0.8}Z`,
		palette.deep,
	)
	art += rect(at - 2, foot - tall * 0.84, 4, tall * 0.4, palette.deep)
	for (let drop = 0; drop < 60; drop++) {
		const dropX = random.between(-20, width)
		const dropY = random.between(Math.max(plain, top - stage * 0.1), bottom - 30)
		const long = random.between(16, 44)
		art += line(
			[dropX, dropY],
			[dropX - across * long * 0.25, dropY + long],
			palette.paper,
			2.4,
			'stroke-linecap="round" opacity="0.5"',
		)
	}
	return art
}
