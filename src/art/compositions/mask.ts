import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, polygon, rect } from '#art/svg.ts'

/** A mask, half in light and half in shadow. */
export function mask({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.36, 0.64) : 0.5)
	const tall = stage * 0.84
	const half = Math.min(tall * 0.37, width * 0.32)
	const y = top + stage * 0.1
	const face = `M${num(x - half)} ${num(y + tall * 0.06)}Q${num(x)} ${num(y - tall * 0.08)} ${num(x + half)} ${num(y + tall * 0.06)}C${num(x + half * 1.12)} ${num(y + tall * 0.55)} ${num(x + half * 0.7)} ${num(y + tall * 0.86)} ${num(x)} ${num(y + tall)}C${num(x - half * 0.7)} ${num(y + tall * 0.86)} ${num(x - half * 1.12)} ${num(y + tall * 0.55)} ${num(x - half)} ${num(y + tall * 0.06)}Z`
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, y + tall * 0.45, Math.min(width * 0.46, stage * 0.5), palette.far)
	const horns = random.whole(0, 2)
	if (horns > 0)
		for (const side of [-1, 1])
			art += path(
				`M${num(x + side * half * 0.5)} ${num(y + tall * 0.06)}C${num(x + side * half * 0.8)} ${num(y - tall * 0.02)} ${num(x + side * half * 1.3)} ${num(y + tall * 0.04)} ${num(x + side * half * (horns === 1 ? 1.4 : 1.15))} ${num(y - tall * (horns === 1 ? 0.08 : -0.02))}C${num(x + side * half * 1.5)} ${num(y + tall * 0.14)} ${num(x + side * half * 1.1)} ${num(y + tall * 0.2)} ${num(x + side * half * 0.95)} ${num(y + tall * 0.16)}Z`,
				palette.deep,
			)
	const shadow = mix(palette.mid, palette.deep, 0.35)
	art += `<clipPath id="face"><path d="${face}"/></clipPath>${path(face, palette.paper)}`
	let marks = rect(x, y - tall * 0.1, half * 1.3, tall * 1.2, shadow)
	const paint = random.whole(0, 2)
	if (paint === 0) marks += rect(x - half * 1.2, y + tall * 0.31, half * 2.4, tall * 0.15, palette.glow)
	else if (paint === 1)
		for (const side of [-1, 1])
			marks += polygon(
				[
					[x + side * half * 0.26, y + tall * 0.44],
					[x + side * half * 0.62, y + tall * 0.44],
					[x + side * half * 0.44, y + tall * 0.8],
				],
				palette.glow,
			)
	else marks += circle(x, y + tall * 0.16, half * 0.24, palette.glow)
	for (const side of [-1, 1])
		marks += path(
			`M${num(x + side * half * 0.16)} ${num(y + tall * 0.42)}Q${num(x + side * half * 0.45)} ${num(y + tall * 0.28)} ${num(x + side * half * 0.82)} ${num(y + tall * 0.34)}Q${num(x + side * half * 0.6)} ${num(y + tall * 0.47)} ${num(x + side * half * 0.16)} ${num(y + tall * 0.42)}Z`,
			palette.deep,
		)
	marks += polygon(
		[
			[x, y + tall * 0.44],
			[x - half * 0.14, y + tall * 0.66],
			[x, y + tall * 0.68],
		],
		mix(palette.paper, palette.mid, 0.35),
	)
	marks += rect(x - half * 0.28, y + tall * 0.77, half * 0.56, tall * 0.022, palette.deep)
	return `${art}<g clip-path="url(#face)">${marks}</g>`
}
