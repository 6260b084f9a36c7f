import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, rect } from '#art/svg.ts'

/** Falling bars of light, some caught mid-beat. */
export function bars({ width, height, top, bottom, palette, random }: Scene): string {
	const lanes = random.whole(9, 13) * (width > height ? 2 : 1)
	const gap = width / lanes
	const wide = gap * 0.56
	const stage = bottom - top
	const tones = [palette.mid, palette.far, palette.deep, palette.mid, palette.paper]
	const shift = random.between(0, 6.28)
	let art = rect(0, 0, width, height, palette.ground)
	for (let lane = 0; lane < lanes; lane++) {
		const x = gap * (lane + 0.22)
		const crest = 0.5 + 0.5 * Math.sin((lane / lanes) * Math.PI * 3 + shift)
		const peak = top + stage * (0.06 + 0.42 * crest + random.between(0, 0.1))
		const loud = lane % 4 === 2
		art += rect(
			x,
			peak,
			wide,
			height - peak + wide,
			loud ? palette.glow : (tones[random.whole(0, 4)] ?? palette.mid),
			`rx="${num(wide / 2)}"`,
		)
		const cut = peak + stage * random.between(0.2, 0.4)
		art += rect(
			x,
			cut,
			wide,
			height - cut + wide,
			loud ? mix(palette.glow, palette.deep, 0.35) : mix(palette.mid, palette.deep, random.between(0.35, 0.9)),
			`rx="${num(wide / 2)}"`,
		)
		if (random.chance(0.35))
			art += circle(x + wide / 2, Math.max(top + wide / 2, peak - wide * 1.1), wide * 0.36, palette.glow)
	}
	return art
}
