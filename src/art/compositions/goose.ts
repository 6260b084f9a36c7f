import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect, stroke } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A goose with intentions. */
export function goose({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.46)
	const ground = bottom - stage * 0.14
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, ground - half * 0.86, half * 0.9, palette.mid)
	art += path(ridge(random, width, height, ground - stage * 0.02, stage * 0.02), palette.far)
	art += place(
		fowl('#ffffff', mix('#ffffff', palette.mid, 0.35), palette.glow, palette.deep),
		x - across * half * 0.08,
		ground,
		half / 100,
		0,
		across,
	)
	return art + path(ridge(random, width, height, ground + stage * 0.04, stage * 0.015), palette.deep)
}

function fowl(white: string, shade: string, beak: string, dark: string): string {
	return (
		stroke('M-6 -36L-10 2M18 -36L22 2', beak, 8, 'stroke-linecap="round"') +
		path('M-24 6L-8 -2L6 6ZM10 6L24 -2L40 6Z', beak) +
		path(
			'M-92 -74C-76 -84 -40 -96 0 -92C26 -90 34 -104 34 -128C34 -152 38 -176 62 -176C82 -176 90 -162 86 -148C82 -134 68 -136 64 -124C60 -108 62 -92 58 -74C52 -44 22 -26 -10 -28C-48 -30 -74 -52 -92 -74Z',
			white,
		) +
		path('M-70 -72C-44 -86 -4 -84 18 -70C8 -48 -30 -40 -70 -72Z', shade) +
		path('M82 -168L122 -158L118 -150L84 -148Z', beak) +
		path('M84 -158L119 -154L84 -152Z', mix(beak, dark, 0.4)) +
		circle(68, -162, 4.6, dark)
	)
}
