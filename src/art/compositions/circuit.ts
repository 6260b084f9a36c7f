import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, rect, ring, stroke } from '#art/svg.ts'

/** Parallel lines that turn together and end in terminals. */
export function circuit({ width, height, top, bottom, palette, random }: Scene): string {
	const lanes = random.whole(9, 12) * (width > height ? 2 : 1)
	const gap = width / (lanes + 3)
	const bundle = gap * (lanes - 1)
	const left = width / 2 - bundle / 2
	const stage = bottom - top
	const shift = gap * random.whole(2, 3) * (random.chance(0.5) ? 1 : -1)
	const tones = [palette.mid, palette.mid, palette.deep, palette.paper, palette.mid, palette.deep]
	const loud = random.whole(2, lanes - 3)
	let art = rect(0, 0, width, height, palette.ground)
	for (let lane = 0; lane < lanes; lane++) {
		const x = left + lane * gap
		const rank = shift > 0 ? lanes - lane : lane
		const begin = top + gap * 0.6 + random.whole(0, 3) * gap * 0.7
		const bend = top + stage * 0.16 + gap * 2 + rank * gap * 0.3
		const tone = lane === loud ? palette.glow : (tones[(lane * 5 + random.whole(0, 2)) % tones.length] ?? palette.mid)
		const exit = height + 40
		art += stroke(
			`M${num(x)} ${num(begin)}V${num(bend)}l${num(shift)} ${num(Math.abs(shift))}V${num(bend + Math.abs(shift) + stage * 0.1 + (lanes - rank * 2) * gap * 0.3)}l${num(-shift)} ${num(Math.abs(shift))}V${num(exit)}`,
			tone,
			gap * 0.36,
			'stroke-linejoin="round"',
		)
		art += circle(x, begin, gap * 0.42, palette.ground) + ring(x, begin, gap * 0.34, tone, gap * 0.2)
	}
	const chip = gap * 3.4
	const y = bottom - chip * 1.25
	art += rect(width / 2 - chip / 2, y, chip, chip, palette.deep, `rx="${num(gap * 0.3)}"`)
	return (
		art +
		rect(
			width / 2 - chip * 0.3,
			y + chip * 0.2,
			chip * 0.6,
			chip * 0.6,
			mix(palette.deep, palette.mid, 0.4),
			`rx="${num(gap * 0.2)}"`,
		) +
		circle(width / 2, y + chip / 2, gap * 0.5, palette.glow)
	)
}
