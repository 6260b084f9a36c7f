import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, clipBelow, num, rect, stroke } from '#art/svg.ts'

/** Parallel bands that sweep across the sheet in one long curve. */
export function ribbons({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const bands = random.whole(5, 7)
	const thick = Math.min(width, stage) * random.between(0.07, 0.09)
	const tones = [
		palette.mid,
		palette.glow,
		palette.deep,
		palette.paper,
		mix(palette.mid, palette.deep, 0.5),
		palette.far,
		palette.glow,
	]
	const flip = random.chance(0.5)
	const swing = stage * random.between(0.2, 0.34)
	const middle = top + stage * 0.52 - (bands * thick) / 2
	let art = circle(width * 0.74, top + stage * 0.2, thick * 1.7, palette.glow)
	for (let band = 0; band < bands; band++) {
		const y = middle + band * thick
		art += stroke(
			`M-60 ${num(y + swing)}C${num(width * 0.36)} ${num(y + swing)} ${num(width * 0.3)} ${num(y - swing * 0.2)} ${num(width * 0.56)} ${num(y - swing * 0.2)}S${num(width * 0.8)} ${num(y + swing * 0.7)} ${num(width + 60)} ${num(y + swing * 0.5)}`,
			tones[band % tones.length] ?? palette.mid,
			thick + 0.8,
		)
	}
	const mirrored = flip ? `transform="translate(${num(width)} 0) scale(-1 1)"` : ''
	return rect(0, 0, width, height, palette.ground) + clipBelow(plain, width, height, `<g ${mirrored}>${art}</g>`)
}
