import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A tank on a ridge. */
export function tank({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.44, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.46)
	const ground = bottom - stage * 0.16
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x + half * random.between(-0.35, 0.35), ground - half * 0.62, half * 0.82, palette.glow)
	for (let smoke = 0; smoke < 3; smoke++) {
		const from = width * random.between(0.05, 0.95)
		for (let puff = 0; puff < 5; puff++)
			art += circle(
				from + puff * half * 0.07,
				ground - half * (0.2 + puff * 0.22),
				half * (0.08 + puff * 0.03),
				palette.far,
			)
	}
	art += path(ridge(random, width, height, ground - stage * 0.1, stage * 0.04), palette.mid)
	art += place(
		machine(palette.deep, mix(palette.deep, palette.mid, 0.5), mix(palette.deep, palette.mid, 0.85), palette.paper),
		x,
		ground - half * 0.26,
		half / 100,
		0,
		random.pick([-1, 1]),
	)
	return art + path(ridge(random, width, height, ground + half * 0.1, stage * 0.012), palette.deep)
}

function machine(dark: string, shade: string, tone: string, light: string): string {
	const wheels = [-60, -36, -12, 12, 36, 60].map((x) => circle(x, 24, 10.5, tone) + circle(x, 24, 4, dark))
	return (
		place(rect(16, -8, 88, 11, dark) + rect(92, -11, 16, 17, dark, 'rx="3"'), 8, -36, 1, -9) +
		polygon(
			[
				[-44, -22],
				[-34, -52],
				[22, -56],
				[42, -40],
				[44, -22],
			],
			shade,
		) +
		rect(-22, -64, 26, 12, dark, 'rx="4"') +
		polygon(
			[
				[-92, -4],
				[-76, -24],
				[66, -24],
				[96, -4],
				[90, 10],
				[-86, 10],
			],
			tone,
		) +
		path('M-80 4H82Q100 6 98 22Q94 42 74 42H-72Q-94 42 -96 22Q-98 6 -80 4Z', dark) +
		wheels.join('') +
		polygon(
			[
				[-12, -46],
				[-9, -38],
				[-1, -38],
				[-7, -33],
				[-5, -25],
				[-12, -30],
				[-19, -25],
				[-17, -33],
				[-23, -38],
				[-15, -38],
			],
			light,
		)
	)
}
