import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, type Point, path, rect } from '#art/svg.ts'

/** Interlocking gear wheels. */
export function gears({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const unit = Math.min(width, stage)
	const clip = `<clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath>`
	const large = unit * random.between(0.3, 0.36)
	const center: Point = [
		width * (width > height ? random.between(0.36, 0.64) : random.pick([0.36, 0.64])),
		top + stage * 0.58,
	]
	const tooth = unit * 0.045
	const tones = [palette.mid, mix(palette.mid, palette.deep, 0.6), palette.far, palette.deep]
	let art = wheel(center, large, tooth, 18, palette.glow, palette.deep, 0)
	let turn = random.between(0, 6.28)
	for (let index = 0; index < 5; index++) {
		const radius = unit * random.between(0.12, 0.24)
		const reach = large + radius + tooth
		const place: Point = [center[0] + Math.cos(turn) * reach, center[1] + Math.sin(turn) * reach]
		const tone = tones[index % tones.length] ?? palette.mid
		art += wheel(place, radius, tooth, Math.round(radius / (unit * 0.0165)), tone, palette.ground, turn)
		turn += 1.25 + random.between(-0.08, 0.08)
	}
	return `<defs>${clip}</defs>${rect(0, 0, width, height, palette.ground)}<g clip-path="url(#open)">${art}</g>`
}

function wheel(
	[x, y]: Point,
	radius: number,
	tooth: number,
	teeth: number,
	fill: string,
	eye: string,
	turn: number,
): string {
	const points: string[] = []
	for (let index = 0; index < teeth; index++)
		for (const [share, reach] of [
			[0, -0.5],
			[0.18, 0.5],
			[0.5, 0.5],
			[0.68, -0.5],
		] as const) {
			const angle = turn + ((index + share) / teeth) * Math.PI * 2
			const far = radius + tooth * reach
			points.push(`${num(x + Math.cos(angle) * far)} ${num(y + Math.sin(angle) * far)}`)
		}
	let art = path(`M${points.join('L')}Z`, fill) + circle(x, y, radius * 0.62, eye) + circle(x, y, radius * 0.5, fill)
	for (let hole = 0; hole < 5; hole++) {
		const angle = turn + (hole / 5) * Math.PI * 2
		art += circle(x + Math.cos(angle) * radius * 0.32, y + Math.sin(angle) * radius * 0.32, radius * 0.08, eye)
	}
	return art + circle(x, y, radius * 0.13, eye)
}
