import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, num, path, rect, stroke } from '#art/svg.ts'

/** A web above the roofs of a city, and the spider on its thread. */
export function web({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const across = random.pick([-1, 1])
	const x = width * 0.5 - across * width * random.between(0.12, 0.3)
	const y = Math.max(plain, top) + stage * random.between(0.16, 0.28)
	const reach = Math.hypot(width, stage)
	let art = rect(0, 0, width, height, palette.ground)
	let net = ''
	const count = 15
	const angles = Array.from(
		{ length: count },
		(_, index) => ((index + random.between(-0.18, 0.18)) / count) * Math.PI * 2,
	)
	for (const angle of angles)
		net += line([x, y], [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach], palette.far, 2.5)
	for (let ring = 1; ring < 10; ring++) {
		const radius = stage * 0.042 * ring ** 1.32
		let data = ''
		for (const [index, angle] of angles.entries()) {
			const next = angles[(index + 1) % count] ?? angle
			const to = next < angle ? next + Math.PI * 2 : next
			const middle = (angle + to) / 2
			const from = `${num(x + Math.cos(angle) * radius)} ${num(y + Math.sin(angle) * radius)}`
			data += `M${from}Q${num(x + Math.cos(middle) * radius * 0.82)} ${num(y + Math.sin(middle) * radius * 0.82)} ${num(x + Math.cos(to) * radius)} ${num(y + Math.sin(to) * radius)}`
		}
		net += stroke(data, ring === 1 ? palette.glow : mix(palette.far, palette.paper, 0.35), 2.5)
	}
	art += `<defs><clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath></defs><g clip-path="url(#open)">${net}</g>`
	for (const [level, tone] of [
		[0.72, palette.mid],
		[0.84, palette.deep],
	] as const)
		for (let left = -random.between(0, 40); left < width; ) {
			const wide = random.between(40, 86)
			const roof = top + stage * (level + random.between(-0.07, 0.07))
			art += rect(left, roof, wide + 0.5, height, tone)
			if (tone === palette.deep && random.chance(0.6)) art += rect(left + wide * 0.3, roof + 14, 8, 11, palette.glow)
			left += wide
		}
	const hang = width * 0.5 + across * width * random.between(0.12, 0.22)
	const low = top + stage * random.between(0.42, 0.52)
	const size = Math.min(width, stage) * 0.045
	art += line([hang, plain], [hang, low], palette.paper, 2.5)
	for (const side of [-1, 1])
		for (let leg = 0; leg < 4; leg++)
			art += path(
				`M${num(hang)} ${num(low)}q${num(side * size * 1.5)} ${num(size * (-1.7 + leg * 0.75))} ${num(side * size * 2.3)} ${num(size * (-0.6 + leg * 0.85))}`,
				'none',
				`stroke="${palette.glow}" stroke-width="${num(size * 0.26)}" stroke-linecap="round"`,
			)
	return (
		art + circle(hang, low + size * 0.5, size, palette.glow) + circle(hang, low - size * 0.6, size * 0.6, palette.glow)
	)
}
