import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { num, path, polygon, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'

/** Arch within arch, light in the last one, and somebody in front of it. */
export function door({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.3, 0.7) : 0.5)
	const floor = bottom - stage * random.between(0.17, 0.23)
	const pointed = random.chance(0.4)
	const arches = random.whole(4, 6)
	const widest = Math.min(width * 0.43, (floor - top) * 0.62)
	let art = rect(0, 0, width, height, palette.ground) + rect(0, floor, width, height - floor, palette.deep)
	for (let index = 0; index < arches; index++) {
		const share = index / (arches - 1)
		const half = widest * (1 - share * 0.72)
		const rise = (floor - top) * (1 - share * 0.5)
		const tone =
			index === arches - 1
				? palette.glow
				: share < 0.5
					? mix(palette.far, palette.mid, share * 2)
					: mix(palette.mid, palette.deep, share * 1.7 - 0.7)
		art += path(arch(x, floor, half, rise, pointed), tone)
	}
	const lit = widest * 0.28
	art += polygon(
		[
			[x - lit, floor],
			[x + lit, floor],
			[x + lit * 2.6, height],
			[x - lit * 2.6, height],
		],
		palette.glow,
		'opacity="0.85"',
	)
	const tall = (floor - top) * 0.17
	const foot = floor + (bottom - floor) * 0.3
	art += polygon(
		[
			[x - tall * 0.2, foot],
			[x + tall * 0.2, foot],
			[x + tall * 0.55, height],
			[x - tall * 0.55, height],
		],
		palette.deep,
		'opacity="0.75"',
	)
	return art + traveler(x, foot, tall, palette.deep)
}

function arch(x: number, floor: number, half: number, rise: number, pointed: boolean): string {
	const spring = floor - Math.max(rise - half * (pointed ? 1.35 : 1), 0)
	const crown = pointed
		? `C${num(x - half)} ${num(spring - half * 0.7)} ${num(x - half * 0.35)} ${num(spring - half * 1.1)} ${num(x)} ${num(spring - half * 1.35)}C${num(x + half * 0.35)} ${num(spring - half * 1.1)} ${num(x + half)} ${num(spring - half * 0.7)} ${num(x + half)} ${num(spring)}`
		: `A${num(half)} ${num(half)} 0 0 1 ${num(x + half)} ${num(spring)}`
	return `M${num(x - half)} ${num(floor)}V${num(spring)}${crown}V${num(floor)}Z`
}
