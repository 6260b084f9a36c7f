import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, rect } from '#art/svg.ts'

/** The front of a house at night, window beside window, with somebody still awake. */
export function windows({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const columns = (width > height ? 7 : 3) + random.whole(0, 1)
	const pitch = width / columns
	const rows = Math.max(2, Math.round(stage / (pitch * 1.28)))
	const tall = stage / rows
	const awake = random.whole(columns, columns * rows - 1)
	let art =
		rect(0, 0, width, height, palette.ground) +
		rect(0, Math.max(plain, top - tall * 0.12), width, height, mix(palette.mid, palette.deep, 0.45))
	for (let row = 0; row < rows + 1; row++)
		for (let column = 0; column < columns; column++) {
			const index = row * columns + column
			const [x, y] = [pitch * (column + 0.2), top + tall * (row + 0.12)]
			const [wide, high] = [pitch * 0.6, tall * 0.66]
			const isAwake = index === awake
			const lit = isAwake || random.chance(0.14)
			const glass = isAwake
				? palette.glow
				: lit
					? mix(palette.glow, palette.mid, 0.55)
					: mix(palette.deep, palette.far, 0.12)
			art += rect(
				x - pitch * 0.05,
				y - tall * 0.03,
				wide + pitch * 0.1,
				high + tall * 0.07,
				mix(palette.mid, palette.far, 0.5),
			)
			art += rect(x, y, wide, high, glass)
			if (isAwake)
				art +=
					circle(x + wide * 0.5, y + high * 0.46, wide * 0.17, palette.deep) +
					rect(
						x + wide * 0.22,
						y + high * 0.66,
						wide * 0.56,
						high * 0.34,
						palette.deep,
						`rx="${Math.round(wide * 0.2)}"`,
					)
			else if (random.chance(0.45))
				art += rect(x, y, wide, high * random.between(0.25, 0.7), mix(palette.paper, palette.mid, 0.45))
			art += rect(x + wide / 2 - 2, y, 4, high, mix(palette.mid, palette.far, 0.5), isAwake ? 'opacity="0.4"' : '')
			art += rect(x - pitch * 0.09, y + high + tall * 0.03, wide + pitch * 0.18, tall * 0.045, palette.deep)
		}
	return art
}
