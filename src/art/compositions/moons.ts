import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'

/** A calendar of moons, each one night later, one of them lit. */
export function moons({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const columns = width > height ? random.whole(6, 8) : random.whole(3, 4)
	const pitch = width / (columns + 0.4)
	const rows = Math.max(2, Math.floor(stage / pitch))
	const radius = Math.min(pitch, stage / rows) * 0.38
	const count = columns * rows
	const lit = random.whole(Math.floor(count / 3), count - 2)
	const start = random.between(0.05, 0.3)
	let art = rect(0, 0, width, height, palette.ground)
	for (let index = 0; index < count; index++) {
		const x = pitch * ((index % columns) + 0.7)
		const y = top + (stage / rows) * (Math.floor(index / columns) + 0.5)
		const phase = (start + index / count) % 1
		art += circle(x, y, radius, mix(palette.far, palette.deep, 0.35))
		art += path(lune(x, y, radius, phase), index === lit ? palette.glow : mix(palette.paper, palette.mid, 0.25))
	}
	return art
}

/** Returns the lit part of a moon, from new at phase 0 through full at 0.5 to new at 1. */
function lune(x: number, y: number, radius: number, phase: number): string {
	const waxing = phase < 0.5
	const bulge = Math.cos(phase * Math.PI * 2)
	const inner = Math.max(Math.abs(bulge) * radius, 0.5)
	const outer = waxing ? 1 : 0
	const across = bulge > 0 === waxing ? 0 : 1
	return `M${num(x)} ${num(y - radius)}A${num(radius)} ${num(radius)} 0 0 ${outer} ${num(x)} ${num(y + radius)}A${num(inner)} ${num(radius)} 0 0 ${across} ${num(x)} ${num(y - radius)}Z`
}
