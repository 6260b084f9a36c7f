import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { type Point, place, polygon, rect } from '#art/svg.ts'

/** Two fists that meet in a flash. */
export function fists({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.44, 0.58) : 0.5)
	const y = top + stage * 0.5
	const size = Math.min(width * 0.0046, stage * 0.0042)
	const turn = random.between(-16, 16)
	const flash = polygon(star(random.whole(9, 13), 100, 46), palette.glow) + polygon(star(9, 62, 34), palette.paper)
	const dark = fist(palette.deep, mix(palette.deep, palette.mid, 0.6), mix(palette.deep, palette.mid, 0.3))
	const light = fist(palette.paper, mix(palette.paper, palette.mid, 0.6), mix(palette.paper, palette.mid, 0.3))
	return (
		rect(0, 0, width, height, palette.ground) +
		place(flash, x, y, size * 1.25, random.between(0, 40)) +
		place(place(dark, -2, 8, 1) + place(light, 2, -8, 1, 0, -1), x, y, size, turn)
	)
}

/** A fist that reaches from the left to the origin. */
function fist(skin: string, line: string, cuff: string): string {
	const fingers = [-40, -19, 2, 23].map((y) => rect(-48, y, 48, 19, skin, `rx="9" stroke="${line}" stroke-width="3"`))
	return (
		rect(-420, -27, 340, 58, skin) +
		rect(-150, -33, 34, 70, cuff, 'rx="6"') +
		rect(-104, -42, 82, 86, skin, 'rx="22"') +
		fingers.join('') +
		rect(-72, 14, 52, 24, skin, `rx="12" stroke="${line}" stroke-width="3"`)
	)
}

function star(points: number, reach: number, inner: number): Point[] {
	return Array.from({ length: points * 2 }, (_, index) => {
		const angle = (index / points) * Math.PI
		const far = index % 2 === 0 ? reach : inner
		return [Math.cos(angle) * far, Math.sin(angle) * far]
	})
}
