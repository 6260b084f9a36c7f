import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect } from '#art/svg.ts'

/** A plane from above, with its trail, over layers of cloud. */
export function plane({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const size = Math.min(width * 0.4, stage * 0.4)
	const x = width * (width > height * 1.2 ? random.between(0.45, 0.6) : 0.52)
	const y = top + stage * 0.44
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x - across * size * 0.4, top + stage * 0.3, size * 0.7, palette.glow)
	for (const [share, tone] of [
		[0.62, palette.far],
		[0.78, mix(palette.far, palette.mid, 0.5)],
		[0.93, palette.mid],
	] as const) {
		const pitch = size * random.between(0.5, 0.7)
		for (let cloud = -pitch * random.between(0.2, 0.9); cloud < width + pitch; cloud += pitch)
			art += circle(cloud, top + stage * share + size * 0.3, pitch * random.between(0.55, 0.85), tone)
		art += rect(0, top + stage * share + size * 0.3, width, height, tone)
	}
	const trail = [-1, 1].map((side) => rect(side * 26 - 3, 40, 6, 600, palette.paper, 'opacity="0.55"')).join('')
	return (
		art +
		place(trail + jet(palette.deep, palette.paper, palette.glow), x, y, size / 100, across * random.between(28, 48))
	)
}

function jet(dark: string, light: string, accent: string): string {
	const half =
		path('M0 -100C9 -84 13 -60 13 -34L100 26V44L13 26L10 56L44 80V92L0 84Z', light) +
		path('M60 0L100 26V44L60 35Z', accent)
	return (
		place(half, 0, 0, 1) +
		place(half, 0, 0, 1, 0, -1) +
		path('M0 -100C9 -84 13 -60 13 -34L100 26V44L13 26L10 56L44 80V92L0 84Z', dark, 'opacity="0.28"') +
		path('M0 -74C6 -62 7 -50 5 -38H-5C-7 -50 -6 -62 0 -74Z', dark)
	)
}
