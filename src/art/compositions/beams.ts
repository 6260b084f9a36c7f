import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, halo, line, place, rect } from '#art/svg.ts'

/** Two blades of light that meet. */
export function beams({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.46, 0.6) : 0.5)
	const half = Math.min(width * 0.44, stage * 0.46)
	const y = top + stage * 0.42
	let art = rect(0, 0, width, height, palette.ground)
	for (let star = 0; star < 46; star++)
		art += circle(
			random.between(0, width),
			random.between(Math.max(plain, top), height),
			random.between(0.8, 2.2),
			palette.far,
		)
	const spread = random.between(0.72, 0.95)
	const lights = random.chance(0.5)
		? [palette.glow, palette.paper]
		: [palette.glow, mix(palette.mid, palette.paper, 0.45)]
	art += circle(x, y, half * 0.62, 'url(#clash)')
	for (const [index, side] of [-1, 1].entries()) {
		const light = lights[index] ?? palette.glow
		const foot = [x + side * half * spread, bottom - stage * 0.1] as const
		const reach = half * 0.98
		const lean = Math.atan2(foot[1] - y, foot[0] - x)
		const tip = [x - Math.cos(lean) * reach * 0.8, Math.max(y - Math.sin(lean) * reach * 0.8, plain + 24)] as const
		const hilt = [foot[0] - Math.cos(lean) * half * 0.36, foot[1] - Math.sin(lean) * half * 0.36] as const
		for (const [wide, seen] of [
			[0.2, 0.14],
			[0.13, 0.28],
			[0.075, 0.9],
		] as const)
			art += line(hilt, tip, light, half * wide, `stroke-linecap="round" opacity="${seen}"`)
		art += line(hilt, tip, mix(light, '#ffffff', 0.75), half * 0.03, 'stroke-linecap="round"')
		const turn = (lean * 180) / Math.PI - 90
		art += place(
			rect(-8, -38, 16, 80, mix(palette.mid, palette.paper, 0.2), 'rx="4"') +
				[-22, -8, 6, 20].map((line) => rect(-8, line, 16, 6, palette.deep)).join('') +
				rect(-10, -40, 20, 9, palette.paper, 'rx="2"'),
			foot[0],
			foot[1],
			half / 100,
			turn,
		)
	}
	return `<defs>${halo('clash', palette.paper, 0.9)}</defs>${art}`
}
