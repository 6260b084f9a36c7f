import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect, stroke } from '#art/svg.ts'

/** Round hills, and the arcs of something leaping from one to the next. */
export function leaps({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const count = (width > height * 1.4 ? 4 : 2) + random.whole(0, 2)
	const flat = random.chance(0.4)
	const pitch = width / count
	let art = rect(0, 0, width, height, palette.ground)
	for (let cloud = 0; cloud < count + 1; cloud++) {
		const x = random.between(-0.05, 0.95) * width
		const y = top + stage * random.between(0.02, 0.3)
		const size = pitch * random.between(0.1, 0.16)
		art += rect(x, y, size * 4, size, palette.far, `rx="${num(size / 2)}"`)
		art += circle(x + size * 1.6, y + size * 0.1, size * 0.8, palette.far)
	}
	const tops = Array.from({ length: count }, (_, index) => ({
		x: pitch * (index + 0.5),
		y: top + stage * (0.5 + (index % 2) * 0.16 + random.between(-0.08, 0.08)),
	}))
	for (const [index, { x, y }] of tops.entries()) {
		const half = pitch * 0.46
		const tone = mix(palette.mid, palette.deep, [0.1, 0.45, 0.75][index % 3] ?? 0.4)
		art += flat
			? rect(x - half, y, half * 2, height, tone) +
				rect(x - half * 1.08, y, half * 2.16, half * 0.3, mix(tone, palette.glow, 0.5), `rx="${num(half * 0.1)}"`)
			: path(hill(x, y, half, height), tone)
		for (let stripe = 1; stripe < 4; stripe++)
			art += stroke(
				`M${num(x - half)} ${num(y + half + stripe * half * 0.5)}H${num(x + half)}`,
				mix(tone, palette.ground, 0.18),
				half * 0.14,
			)
	}
	const ball = pitch * 0.16
	for (const [index, from] of tops.entries()) {
		const to = tops[index + 1]
		if (!to) break
		const crest = Math.min(from.y, to.y) - stage * random.between(0.24, 0.34)
		const arc = `M${num(from.x)} ${num(from.y - ball)}Q${num((from.x + to.x) / 2)} ${num(crest * 1.1 - stage * 0.1)} ${num(to.x)} ${num(to.y - ball)}`
		art += stroke(arc, palette.glow, 6, 'stroke-dasharray="1 18" stroke-linecap="round"')
	}
	const last = tops.at(-1)
	return (
		art +
		(last
			? circle(last.x, last.y - ball, ball, palette.glow) +
				circle(last.x - ball * 0.3, last.y - ball * 1.3, ball * 0.3, palette.paper)
			: '') +
		rect(0, bottom - stage * 0.07, width, height, palette.deep)
	)
}

function hill(x: number, y: number, half: number, floor: number): string {
	return `M${num(x - half)} ${num(floor)}V${num(y + half)}A${num(half)} ${num(half)} 0 0 1 ${num(x + half)} ${num(y + half)}V${num(floor)}Z`
}
