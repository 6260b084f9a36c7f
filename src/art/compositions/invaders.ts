import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, place, rect } from '#art/svg.ts'

/** Ranks of small pixel creatures that come down on a lone cannon. */
export function invaders({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const columns = width > height * 1.2 ? 9 : 5
	const rows = Math.max(2, Math.min(5, Math.floor((stage * 0.66) / (width / columns))))
	const pitch = Math.min(width / (columns + 0.6), (stage * 0.72) / rows)
	const left = (width - pitch * columns) / 2
	let art = rect(0, 0, width, height, palette.ground)
	for (let star = 0; star < 40; star++)
		art += circle(random.between(0, width), random.between(top, bottom), random.between(0.8, 2.2), palette.far)
	const kinds = [sprite(random), sprite(random), sprite(random)]
	const tones = [palette.glow, palette.paper, mix(palette.paper, palette.mid, 0.6)]
	const lost = new Set([random.whole(0, columns * rows - 1), random.whole(0, columns * rows - 1)])
	for (let row = 0; row < rows; row++) {
		const kind = Math.min(2, Math.floor((row / rows) * 3))
		for (let column = 0; column < columns; column++) {
			if (lost.has(row * columns + column)) continue
			art += place(
				draw(kinds[kind] ?? [], tones[kind] ?? palette.paper),
				left + pitch * (column + 0.5),
				top + pitch * (row + 0.5),
				pitch * 0.086,
			)
		}
	}
	const x = left + pitch * (random.whole(1, columns - 2) + 0.5)
	const foot = bottom - stage * 0.04
	const unit = pitch * 0.1
	art += rect(x - unit * 0.4, foot - unit * 8.6, unit * 0.8, unit * 3, palette.glow)
	art += rect(x - unit * 4, foot - unit * 2, unit * 8, unit * 2.4, palette.paper)
	art += rect(x - unit * 3, foot - unit * 3, unit * 6, unit * 1.2, palette.paper)
	return art + rect(x - unit * 0.6, foot - unit * 4.4, unit * 1.2, unit * 1.6, palette.paper)
}

/** Returns the filled cells of a symmetrical creature of 9 by 8 pixels around the origin. */
function sprite(random: Random): (readonly [x: number, y: number])[] {
	const cells: [number, number][] = []
	for (let y = 0; y < 8; y++)
		for (let x = 0; x < 5; x++) {
			const isEye = y === 3 && x === 2
			const isBody = y > 1 && y < 6 && x < 3 + (y % 2)
			if (isEye || !(isBody || random.chance(y < 2 || y > 5 ? 0.42 : 0.5))) continue
			cells.push([x, y - 4])
			if (x > 0) cells.push([-x, y - 4])
		}
	return cells
}

function draw(cells: readonly (readonly [x: number, y: number])[], fill: string): string {
	return `<path fill="${fill}" d="${cells.map(([x, y]) => `M${x - 0.5} ${y}h1.04v1.04h-1.04z`).join('')}"/>`
}
