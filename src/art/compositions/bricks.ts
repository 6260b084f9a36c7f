import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { rect } from '#art/svg.ts'

/** Toy bricks with studs, stacked into a stair. */
export function bricks({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const columns = width > height * 1.2 ? 18 : 10
	const unit = width / columns
	const row = unit * 1.15
	const across = random.chance(0.5)
	const rows = Math.ceil((stage * 0.86) / row)
	const tones = [palette.glow, palette.paper, palette.mid, palette.deep, mix(palette.glow, palette.mid, 0.5)]
	let art = rect(0, 0, width, height, palette.ground)
	const foot = bottom + row * 0.4
	for (let level = 0; level < rows; level++) {
		const reach = level === 0 ? columns : Math.round((columns * (rows - level)) / rows + random.between(-1, 1))
		let last = -1
		for (let at = 0; at < reach; ) {
			const long = Math.min(random.pick([2, 2, 3, 4]), Math.max(1, reach - at))
			let tone = random.whole(0, tones.length - 1)
			if (tone === last) tone = (tone + 1) % tones.length
			last = tone
			const left = across ? width - (at + long) * unit : at * unit
			art += brick(left, foot - (level + 1) * row, long, unit, row, tones[tone] ?? palette.mid, palette)
			at += long
		}
	}
	return art + rect(0, foot, width, height, palette.deep)
}

function brick(
	left: number,
	up: number,
	long: number,
	unit: number,
	row: number,
	fill: string,
	{ deep, paper }: Scene['palette'],
): string {
	const edge = mix(fill, deep, 0.28)
	let art = ''
	for (let stud = 0; stud < long; stud++)
		art += rect(
			left + unit * (stud + 0.2),
			up - row * 0.17,
			unit * 0.6,
			row * 0.22,
			mix(fill, paper, 0.25),
			`rx="${Math.round(unit * 0.05)}"`,
		)
	return (
		art +
		rect(left + 1, up, unit * long - 2, row - 1, fill) +
		rect(left + 1, up + row * 0.78, unit * long - 2, row * 0.22 - 1, edge) +
		rect(left + 1, up, unit * long - 2, row * 0.09, mix(fill, paper, 0.35))
	)
}
