import type { Scene } from '#art/scene.ts'
import { circle, num, rect, stroke } from '#art/svg.ts'

type Cell = { column: number; row: number }

/** A path through a maze with walls of one thickness, and a walker on it. */
export function maze({ width, height, plain, palette, random }: Scene): string {
	const columns = random.whole(7, 10) * (width > height ? 2 : 1)
	const side = width / columns
	const rows = Math.ceil((height - plain) / side)
	const steps = digMaze(columns, rows, random.whole(0, columns - 1), (choices) => random.pick(choices))
	const middle = ({ column, row }: Cell) => `${num((column + 0.5) * side)} ${num(plain + (row + 0.5) * side)}`
	const halls = steps.map(([from, to]) => `M${middle(from)}L${middle(to)}`).join('')
	const walk = tracePath(steps, Math.floor(steps.length * random.between(0.45, 0.75)))
	const [last] = walk
	if (!last) return rect(0, 0, width, height, palette.ground)
	const route = `M${walk.map(middle).join('L')}`
	return (
		rect(0, 0, width, height, palette.ground) +
		stroke(halls, palette.mid, side * 0.6, 'stroke-linecap="square"') +
		stroke(
			route,
			palette.paper,
			side * 0.14,
			`stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="1 ${num(side * 0.5)}"`,
		) +
		circle((last.column + 0.5) * side, plain + (last.row + 0.5) * side, side * 0.42, palette.glow)
	)
}

type Step = readonly [from: Cell, to: Cell]

function digMaze(columns: number, rows: number, start: number, pick: (choices: Cell[]) => Cell): Step[] {
	const seen = new Set([start])
	const trail: Cell[] = [{ column: start, row: 0 }]
	const steps: Step[] = []
	for (let here = trail.at(-1); here; here = trail.at(-1)) {
		const { column, row } = here
		const neighbors = [
			{ column: column + 1, row },
			{ column: column - 1, row },
			{ column, row: row + 1 },
			{ column, row: row - 1 },
		].filter(
			(to) =>
				to.column >= 0 &&
				to.column < columns &&
				to.row >= 0 &&
				to.row < rows &&
				!seen.has(to.row * columns + to.column),
		)
		if (neighbors.length === 0) {
			trail.pop()
			continue
		}
		const to = pick(neighbors)
		seen.add(to.row * columns + to.column)
		steps.push([here, to])
		trail.push(to)
	}
	return steps
}

/** Returns the cells from the end of one step back to the entrance. */
function tracePath(steps: Step[], index: number): Cell[] {
	const before = new Map(steps.map(([from, to]) => [to, from]))
	const route: Cell[] = []
	for (let here = steps[index]?.[1]; here; here = before.get(here)) route.push(here)
	return route
}
