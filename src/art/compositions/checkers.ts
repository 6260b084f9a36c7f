import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, clipBelow, num, type Point, path, polygon, rect } from '#art/svg.ts'

/** A checkered floor that runs to the horizon, with pieces on it. */
export function checkers({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const horizon = top + stage * random.between(0.34, 0.42)
	const eye = width * random.between(0.35, 0.65)
	const columns = 14
	const rows = 9
	const yAt = (row: number) => horizon + (height - horizon) * (row / rows) ** 1.9
	const xAt = (column: number, y: number) =>
		eye + (column - columns / 2) * width * 0.3 * ((y - horizon) / (height - horizon) + 0.012)
	let art = rect(0, 0, width, horizon + 1, palette.ground)
	art += circle(width * random.between(0.25, 0.75), horizon, Math.min(width, stage) * 0.23, palette.glow)
	art += rect(0, horizon, width, height - horizon, mix(palette.mid, palette.far, 0.4))
	for (let row = 0; row < rows; row++)
		for (let column = row % 2; column < columns; column += 2) {
			const [y, lower] = [yAt(row), yAt(row + 1)]
			art += polygon(
				[
					[xAt(column, y), y],
					[xAt(column + 1, y), y],
					[xAt(column + 1, lower), lower],
					[xAt(column, lower), lower],
				],
				palette.deep,
			)
		}
	const unit = Math.min(width, stage)
	for (const [x, foot, size, fill] of [
		[random.between(0.62, 0.78), 0.62, 0.15, mix(palette.deep, palette.mid, 0.3)],
		[random.between(0.2, 0.4), 0.86, 0.26, palette.paper],
	] as const)
		art += piece([width * x, top + stage * foot], unit * size, fill, mix(fill, palette.deep, 0.4), random.whole(0, 2))
	return rect(0, 0, width, height, palette.ground) + clipBelow(plain, width, height, art)
}

function piece([x, foot]: Point, tall: number, fill: string, shade: string, kind: number): string {
	const half = tall * 0.32
	const body = `M${num(x - half)} ${num(foot)}C${num(x - half * 0.9)} ${num(foot - tall * 0.3)} ${num(x - half * 0.35)} ${num(foot - tall * 0.35)} ${num(x - half * 0.4)} ${num(foot - tall * 0.85)}H${num(x + half * 0.4)}C${num(x + half * 0.35)} ${num(foot - tall * 0.35)} ${num(x + half * 0.9)} ${num(foot - tall * 0.3)} ${num(x + half)} ${num(foot)}Z`
	const collar = rect(x - half * 0.72, foot - tall * 0.9, half * 1.44, tall * 0.08, shade)
	const foundation = rect(x - half * 1.2, foot - tall * 0.06, half * 2.4, tall * 0.12, shade)
	const head =
		kind === 0
			? circle(x, foot - tall * 1.08, half * 0.62, fill)
			: kind === 1
				? rect(x - half * 0.66, foot - tall * 1.2, half * 1.32, tall * 0.32, fill) +
					[-0.66, -0.16, 0.34]
						.map((at) => rect(x + half * at, foot - tall * 1.32, half * 0.32, tall * 0.14, fill))
						.join('')
				: polygon(
						[
							[x - half * 0.8, foot - tall * 1.3],
							[x - half * 0.3, foot - tall * 1.08],
							[x, foot - tall * 1.42],
							[x + half * 0.3, foot - tall * 1.08],
							[x + half * 0.8, foot - tall * 1.3],
							[x + half * 0.5, foot - tall * 0.88],
							[x - half * 0.5, foot - tall * 0.88],
						],
						fill,
					)
	return path(body, fill) + head + collar + foundation
}
