import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A graveyard by moonlight, and a hand that comes out of the ground. */
export function graves({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.44, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.44)
	const soil = bottom - stage * 0.16
	const across = random.pick([-1, 1])
	const stone = mix(palette.mid, palette.far, 0.35)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x - across * half * 0.2, top + stage * 0.36, half * 0.78, palette.glow)
	for (const side of [-1, 1])
		art += place(tree(palette.mid), x + side * half * 1.15, soil, (half / 100) * random.between(0.9, 1.1), 0, side)
	art += path(ridge(random, width, height, soil - stage * 0.06, stage * 0.03), palette.far)
	for (const [shift, size, turn] of [
		[-0.78, 0.62, -5],
		[0.86, 0.56, 6],
		[0.1, 0.78, -3],
	] as const)
		art += place(
			tombstone(shift === 0.1 ? palette.mid : stone, palette.deep, random.chance(0.5)),
			x + across * half * shift - across * half * 0.3,
			soil + half * 0.05,
			(half / 100) * size,
			turn,
		)
	art += place(
		hand(palette.deep),
		x + across * half * 0.42,
		soil + half * 0.1,
		(half / 100) * 0.9,
		across * random.between(0, 10),
		across,
	)
	return art + path(ridge(random, width, height, soil + stage * 0.02, stage * 0.02), palette.deep)
}

function tombstone(fill: string, dark: string, hasCross: boolean): string {
	const mark = hasCross
		? rect(-5, -96, 10, 48, dark) + rect(-18, -84, 36, 10, dark)
		: [0, 1, 2].map((row) => rect(-24 + row * 5, -88 + row * 16, 48 - row * 10, 6, dark)).join('')
	return path('M-46 10V-84C-46 -134 46 -134 46 -84V10Z', fill) + mark
}

function hand(fill: string): string {
	const fingers = [
		[-24, -62, -66, -34],
		[-10, -70, -84, -12],
		[6, -72, -88, 6],
		[22, -64, -74, 24],
	]
		.map(([x = 0, y = 0, tip = 0, lean = 0]) =>
			stroke(
				`M${x} ${y}L${x + lean * 0.5} ${tip - 16}L${x + lean * 0.3} ${tip - 32}`,
				fill,
				13,
				'stroke-linecap="round" stroke-linejoin="round"',
			),
		)
		.join('')
	return (
		path('M-18 30L-16 -30Q-36 -46 -32 -64Q-14 -80 8 -80Q30 -76 30 -58Q26 -40 18 -30L20 30Z', fill) +
		fingers +
		stroke('M-26 -46L-52 -62L-56 -80', fill, 13, 'stroke-linecap="round" stroke-linejoin="round"')
	)
}

function tree(fill: string): string {
	return (
		path('M-14 20Q-4 -60 -8 -130L4 -128Q2 -60 18 20Z', fill) +
		stroke(
			'M-4 -60Q-30 -80 -56 -82M-30 -78Q-38 -96 -54 -104M0 -84Q22 -110 46 -112M22 -104Q28 -122 40 -132M-4 -120Q-14 -144 -30 -156M2 -120Q8 -150 4 -170',
			fill,
			7,
			'stroke-linecap="round"',
		)
	)
}
