import { mix, type Palette } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, polygon, rect } from '#art/svg.ts'

/** Square tiles of quarter discs, halves, dots and wedges. */
export function tiles({ width, height, plain, palette, random }: Scene): string {
	const columns = random.whole(3, 5) * (width > height ? 2 : 1)
	const side = width / columns
	let art = rect(0, 0, width, height, palette.ground)
	const rows = Math.ceil((height - plain) / side)
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			art += tile(column * side, plain + row * side, side, palette, random)
		}
	}
	return art
}

function tile(x: number, y: number, side: number, palette: Palette, random: Random): string {
	const [back, front] = random.pick([
		[palette.far, palette.deep],
		[palette.mid, palette.paper],
		[palette.deep, palette.glow],
		[palette.glow, palette.deep],
		[palette.mid, palette.far],
		[palette.deep, palette.mid],
		[mix(palette.mid, palette.deep, 0.5), palette.far],
	] as const)
	const turn = `transform="rotate(${random.whole(0, 3) * 90} ${num(x + side / 2)} ${num(y + side / 2)})"`
	const shape = random.whole(0, 5)
	const ground = rect(x, y, side + 0.5, side + 0.5, back)
	if (shape <= 1)
		return (
			ground +
			path(`M${num(x)} ${num(y)}h${num(side)}a${num(side)} ${num(side)} 0 0 1 ${num(-side)} ${num(side)}Z`, front, turn)
		)
	if (shape === 2)
		return (
			ground +
			path(`M${num(x)} ${num(y)}a${num(side / 2)} ${num(side / 2)} 0 0 0 ${num(side)} 0Z`, front, turn) +
			circle(x + side / 2, y + side * 0.78, side * 0.12, front, turn)
		)
	if (shape === 3)
		return (
			ground +
			circle(x + side / 2, y + side / 2, side * 0.34, front) +
			circle(x + side / 2, y + side / 2, side * 0.15, back)
		)
	if (shape === 4)
		return (
			ground +
			polygon(
				[
					[x, y],
					[x + side, y],
					[x, y + side],
				],
				front,
				turn,
			)
		)
	return ground + [0, 1, 2].map((bar) => rect(x, y + side * (bar / 3 + 0.02), side, side / 6, front, turn)).join('')
}
