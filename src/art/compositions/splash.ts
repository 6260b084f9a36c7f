import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'

/** Splashes of paint, one over the other. */
export function splash({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.6) : 0.5)
	const half = Math.min(width * 0.42, stage * 0.42)
	const tones = [palette.mid, palette.paper, palette.glow, palette.deep]
	let art = ''
	const start = random.between(0, 6.28)
	for (const [index, tone] of tones.entries()) {
		const angle = start + index * 1.75
		const far = half * (index === 2 ? 0.08 : 0.62)
		const size = half * (index === 2 ? 0.66 : random.between(0.42, 0.56))
		art += blot(
			x + Math.cos(angle) * far,
			top + stage * 0.5 + Math.sin(angle) * far,
			size,
			tone,
			mix(tone, palette.paper, 0.35),
			random,
		)
	}
	const clip = `<clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath>`
	return `<defs>${clip}</defs>${rect(0, 0, width, height, palette.ground)}<g clip-path="url(#open)">${art}</g>`
}

function blot(x: number, y: number, size: number, fill: string, shine: string, random: Random): string {
	const arms = random.whole(9, 13)
	let data = ''
	let drops = ''
	for (let arm = 0; arm < arms; arm++) {
		const angle = (arm / arms) * Math.PI * 2
		const step = (Math.PI * 2) / arms
		const reach = size * random.between(1, 1.62)
		const at = (turn: number, far: number) =>
			`${num(x + Math.cos(angle + turn * step) * far)} ${num(y + Math.sin(angle + turn * step) * far)}`
		data += `${arm === 0 ? `M${at(-0.5, size * 0.74)}` : ''}Q${at(-0.24, size * 0.82)} ${at(-0.14, reach * 0.9)}Q${at(0, reach * 1.16)} ${at(0.14, reach * 0.9)}Q${at(0.24, size * 0.82)} ${at(0.5, size * 0.74)}`
		if (random.chance(0.45))
			drops += circle(
				x + Math.cos(angle) * reach * 1.22,
				y + Math.sin(angle) * reach * 1.22,
				size * random.between(0.04, 0.1),
				fill,
			)
	}
	return (
		path(`${data}Z`, fill) +
		drops +
		circle(x - size * 0.3, y - size * 0.32, size * 0.13, shine) +
		circle(x - size * 0.08, y - size * 0.46, size * 0.06, shine)
	)
}
