import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, place, rect, stroke } from '#art/svg.ts'
import { traveler } from './figure.ts'
import { ridge } from './ridge.ts'

/** A way out of the jungle, framed by leaves. */
export function leaves({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.58) : 0.5)
	const half = Math.min(width * 0.5, stage * 0.5)
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, top + stage * 0.46, half * 0.56, palette.glow)
	art += path(ridge(random, width, height, bottom - stage * 0.3, stage * 0.05), palette.far)
	art += path(ridge(random, width, height, bottom - stage * 0.18, stage * 0.03), palette.mid)
	art += traveler(x + half * random.between(-0.2, 0.2), bottom - stage * 0.14, stage * 0.15, palette.deep)
	for (let vine = 0; vine < 4; vine++) {
		const from = width * random.between(0.05, 0.95)
		art += stroke(
			`M${num(from)} ${num(plain)}q${num(random.between(-40, 40))} ${num(stage * 0.2)} 0 ${num(stage * random.between(0.3, 0.45))}`,
			mix(palette.mid, palette.deep, 0.4),
			5,
			'stroke-linecap="round"',
		)
	}
	const layers = [palette.mid, mix(palette.mid, palette.deep, 0.5), palette.deep]
	let foliage = ''
	for (const [layer, tone] of layers.entries())
		for (const side of [-1, 1])
			for (let leaf = 0; leaf < 5; leaf++) {
				const level = top + stage * (0.04 + leaf * 0.24 + random.between(-0.05, 0.05))
				const edge = x + side * (Math.max(width / 2, half) + half * (0.12 - layer * -0.06))
				const draw = random.chance(0.5) ? monstera : blade
				foliage += place(
					draw(tone, mix(tone, palette.ground, 0.25)),
					edge,
					level,
					(half / 100) * random.between(0.62, 0.84) * (1.12 - layer * 0.2),
					side * (-90 + random.between(-34, 26) + (leaf - 2) * -14),
				)
			}
	const clip = `<clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath>`
	return `<defs>${clip}</defs>${art}<g clip-path="url(#open)">${foliage}</g>${path(ridge(random, width, height, bottom - stage * 0.01, stage * 0.02), palette.deep)}`
}

function monstera(fill: string, vein: string): string {
	return (
		path(
			'M0 0C-40 -14 -62 -48 -56 -92L-34 -76L-46 -108L-22 -94L-30 -124L-6 -108L0 -136L6 -108L30 -124L22 -94L46 -108L34 -76L56 -92C62 -48 40 -14 0 0Z',
			fill,
		) + stroke('M0 0V-120M0 -30L-34 -60M0 -30L34 -60M0 -62L-26 -90M0 -62L26 -90', vein, 3)
	)
}

function blade(fill: string, vein: string): string {
	return path('M0 0C-34 -30 -36 -90 0 -142C36 -90 34 -30 0 0Z', fill) + stroke('M0 0V-132', vein, 3)
}
