import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'

/** A staircase that winds down around a lit well. */
export function spiral({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * random.between(0.42, 0.58)
	const y = top + stage * 0.5
	const reach = Math.min(width * 0.48, stage * 0.5)
	const turns = random.between(2.4, 3.2)
	const count = Math.round(turns * 15)
	const direction = random.chance(0.5) ? 1 : -1
	const begin = random.between(0, 6.28)
	let art = rect(0, 0, width, height, palette.ground) + circle(x, y, reach, palette.deep)
	for (let index = 0; index < count; index++) {
		const share = index / count
		const from = begin + direction * (index / 15) * Math.PI * 2
		const to = from + direction * (Math.PI / 7.5) * 1.02
		const outer = reach * (1 - share) ** 0.9
		const inner = outer * 0.66
		const tone = mix(index % 2 === 0 ? palette.mid : palette.far, palette.deep, share * 0.85)
		const spot = (angle: number, far: number) => `${num(x + Math.cos(angle) * far)} ${num(y + Math.sin(angle) * far)}`
		const loud = index === 4
		art += path(
			`M${spot(from, inner)}L${spot(from, outer)}A${num(outer)} ${num(outer)} 0 0 ${direction > 0 ? 1 : 0} ${spot(to, outer)}L${spot(to, inner)}Z`,
			loud ? palette.glow : tone,
		)
	}
	return art + circle(x, y, reach * 0.1, palette.glow)
}
