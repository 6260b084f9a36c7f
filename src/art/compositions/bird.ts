import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect, ring } from '#art/svg.ts'

/** A round bird on the wing between clouds. */
export function bird({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.44, 0.6) : 0.5)
	const half = Math.min(width * 0.4, stage * 0.4)
	const y = top + stage * 0.5
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, y, half * 0.98, palette.far) + ring(x, y, half * 1.1, palette.far, 3)
	for (let cloud = 0; cloud < 5; cloud++) {
		const size = half * random.between(0.12, 0.2)
		const left = width * random.between(-0.1, 0.9)
		const level = top + stage * (0.12 + cloud * 0.19)
		art += rect(left, level, size * 5, size * 0.9, palette.paper, `opacity="0.5" rx="${size * 0.45}"`)
	}
	return (
		art +
		place(
			fowl(palette.deep, mix(palette.deep, palette.mid, 0.6), palette.glow, palette.paper),
			x,
			y,
			(half / 100) * 0.92,
			across * random.between(-14, 4),
			across,
		)
	)
}

function fowl(dark: string, shade: string, glow: string, light: string): string {
	return (
		path('M-40 6L-108 -14L-98 8L-112 24L-86 28L-80 44L-30 34Z', shade) +
		path('M58 -26L98 -10L60 8Z', glow) +
		path('M-62 8C-62 -42 -24 -72 14 -72C48 -72 72 -44 72 -12C72 32 40 60 4 60C-36 60 -62 40 -62 8Z', dark) +
		path('M72 -12C72 32 40 60 4 60C-16 60 -32 55 -44 46C0 50 34 30 40 -8Z', shade) +
		circle(38, -30, 15, light) +
		circle(43, -29, 7, dark) +
		path(
			'M-74 -70C-30 -92 16 -56 14 -8C-4 22 -46 16 -52 -4C-44 -6 -40 -10 -38 -14C-54 -16 -62 -26 -64 -38C-54 -36 -48 -38 -44 -42C-62 -46 -72 -58 -74 -70Z',
			glow,
		) +
		path('M14 -8C-4 22 -46 16 -52 -4C-30 6 -6 2 14 -8Z', light, 'opacity="0.45"')
	)
}
