import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect, stroke } from '#art/svg.ts'

/** Somebody in mid-leap between two roofs under the moon. */
export function rooftops({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.5, 0.6) : 0.5)
	const half = Math.min(width * 0.46, stage * 0.46)
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, top + stage * 0.36, half * 0.66, palette.glow)
	for (const [level, tone, size] of [
		[0.62, palette.far, 0.3],
		[0.72, palette.mid, 0.42],
	] as const)
		for (let left = -half * random.between(0, 0.3); left < width; left += half * size * random.between(0.9, 1.3))
			art += roof(
				left,
				top + stage * (level + random.between(-0.04, 0.06)),
				half * size,
				height,
				tone,
				palette.glow,
				random,
			)
	const dark = palette.deep
	const edge = mix(palette.deep, palette.mid, 0.35)
	for (const side of [-1, 1]) {
		const eave = top + stage * (side === across ? 0.74 : 0.66)
		const inner = x + side * half * 0.42
		const outer = x + side * width
		art += polygon(
			[
				[inner - side * half * 0.08, eave + half * 0.16],
				[inner + side * half * 0.26, eave - half * 0.12],
				[outer, eave - half * 0.3],
				[outer, eave + half * 0.16],
			],
			edge,
		)
		art += rect(Math.min(inner, outer), eave + half * 0.15, Math.abs(outer - inner), height, dark)
		art += rect(inner + side * half * 0.34 - half * 0.06, eave - half * 0.42, half * 0.12, half * 0.4, dark)
		for (let row = 0; row < 2; row++)
			art += rect(
				inner + side * half * 0.3 - half * 0.06,
				eave + half * (0.32 + row * 0.36),
				half * 0.12,
				half * 0.18,
				palette.glow,
			)
	}
	return (
		art + place(leaper(dark), x - across * half * 0.02, top + stage * 0.42, (half / 100) * 0.62, across * -6, across)
	)
}

function roof(
	left: number,
	eave: number,
	wide: number,
	height: number,
	fill: string,
	light: string,
	random: Random,
): string {
	return (
		rect(left, eave, wide, height - eave, fill) +
		polygon(
			[
				[left - wide * 0.08, eave + 1],
				[left + wide * 1.08, eave + 1],
				[left + wide * 0.5, eave - wide * random.between(0.4, 0.7)],
			],
			fill,
		) +
		(random.chance(0.5)
			? rect(left + wide * 0.4, eave + wide * 0.3, wide * 0.16, wide * 0.24, light, 'opacity="0.7"')
			: '')
	)
}

function leaper(fill: string): string {
	const limb = 'stroke-linecap="round" stroke-linejoin="round"'
	return (
		circle(22, -66, 15, fill) +
		stroke('M12 -44L-10 2', fill, 34, limb) +
		stroke('M12 -44L46 -36L72 -62M10 -42L-28 -46L-52 -22', fill, 14, limb) +
		stroke('M-8 6L40 14L78 -4M-14 4L-44 26L-88 18', fill, 18, limb) +
		path('M4 -50C-20 -60 -50 -70 -84 -60C-70 -50 -76 -44 -88 -36C-60 -30 -30 -26 -10 -30Z', fill)
	)
}
