import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'
import { traveler } from './figure.ts'

/** An arched bridge over still water, with its reflection. */
export function bridge({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const water = top + stage * random.between(0.62, 0.7)
	const deck = water - stage * random.between(0.24, 0.3)
	const arches = (width > height ? 5 : 3) + random.whole(0, 1)
	const pitch = width / arches
	const shift = random.between(-0.5, 0) * pitch
	const rise = water - deck
	const sunX = width * random.between(0.25, 0.75)
	const radius = Math.min(width * 0.24, stage * 0.26)
	let art = rect(0, 0, width, height, palette.ground) + circle(sunX, deck - radius * 0.25, radius, palette.glow)
	art += rect(0, water, width, height - water, palette.mid)
	for (let glint = 0; glint < 9; glint++) {
		const wide = radius * (1.9 - glint * 0.16)
		const y = water + (height - water) * (0.06 + glint * 0.105)
		art += rect(sunX - wide / 2, y, wide, stage * 0.012, palette.glow, `rx="4" opacity="${num(0.9 - glint * 0.07)}"`)
	}
	const openings: string[] = []
	for (let arch = -1; arch <= arches + 1; arch++) {
		const left = shift + pitch * arch + pitch * 0.1
		const half = pitch * 0.4
		openings.push(
			`M${num(left)} ${num(water)}V${num(deck + rise * 0.2 + half)}A${num(half)} ${num(half)} 0 0 1 ${num(left + half * 2)} ${num(deck + rise * 0.2 + half)}V${num(water)}Z`,
		)
	}
	const wall = `M-40 ${num(deck)}H${num(width + 40)}V${num(water)}H-40Z${openings.join('')}`
	art += `<g opacity="0.35" transform="translate(0 ${num(water * 2)}) scale(1 -1)">${path(wall, palette.deep, 'fill-rule="evenodd"')}</g>`
	art += path(wall, palette.deep, 'fill-rule="evenodd"')
	art += rect(0, deck - stage * 0.022, width, stage * 0.03, mix(palette.deep, palette.mid, 0.45))
	return art + traveler(width * random.between(0.2, 0.8), deck - stage * 0.022, stage * 0.11, palette.deep)
}
