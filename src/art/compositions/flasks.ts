import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'

/** A shelf of flasks, each filled to a different height. */
export function flasks({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const isWide = width > height * 1.4
	const shelves = isWide ? 1 : stage > width * 0.8 ? 2 : random.whole(1, 2)
	const tall = stage / shelves
	const count = isWide ? 4 : 1 + shelves + random.whole(0, 1)
	const pitch = width / count
	let art = rect(0, 0, width, height, palette.ground)
	let serial = random.whole(0, 2)
	for (let shelf = 0; shelf < shelves; shelf++) {
		const board = top + tall * (shelf + 1) - tall * 0.1
		art += rect(0, board, width, shelf === shelves - 1 ? height - board : tall * 0.06, palette.deep)
		for (let index = 0; index < count; index++) {
			const size = Math.min(pitch * 0.44, tall * 0.32) * random.between(0.82, 1)
			const tones = [
				palette.glow,
				palette.mid,
				mix(palette.glow, palette.mid, 0.5),
				mix(palette.mid, palette.deep, 0.35),
			]
			art += flask(
				pitch * (index + 0.5),
				board,
				size,
				serial++ % 3,
				tones[serial % 4] ?? palette.mid,
				random.between(0.4, 0.75),
			)
		}
	}
	return art

	function flask(x: number, foot: number, half: number, shape: number, liquid: string, full: number): string {
		const neck = half * 0.28
		const glass = mix(palette.paper, palette.far, 0.45)
		const id = `f${num(x)}-${num(foot)}`.replaceAll('.', '_')
		const body =
			shape === 0
				? `M${num(x - neck)} ${num(foot - half * 2.5)}V${num(foot - half * 1.85)}A${num(half)} ${num(half)} 0 1 0 ${num(x + neck)} ${num(foot - half * 1.85)}V${num(foot - half * 2.5)}Z`
				: shape === 1
					? `M${num(x - neck)} ${num(foot - half * 2.5)}V${num(foot - half * 1.6)}L${num(x - half)} ${num(foot)}H${num(x + half)}L${num(x + neck)} ${num(foot - half * 1.6)}V${num(foot - half * 2.5)}Z`
					: `M${num(x - neck)} ${num(foot - half * 2.5)}V${num(foot - half * 2)}H${num(x - half * 0.72)}V${num(foot)}H${num(x + half * 0.72)}V${num(foot - half * 2)}H${num(x + neck)}V${num(foot - half * 2.5)}Z`
		const level = foot - half * 2 * full
		return (
			`<clipPath id="${id}"><path d="${body}"/></clipPath>${path(body, glass)}` +
			`<g clip-path="url(#${id})">${rect(x - half, level, half * 2, half * 2.4, liquid)}${circle(x - half * 0.3, level + half * 0.42, half * 0.11, palette.paper)}${circle(x + half * 0.22, level + half * 0.72, half * 0.16, palette.paper)}${rect(x - half * 0.5, foot - half * 2.6, half * 0.14, half * 2.4, palette.paper, 'opacity="0.3"')}</g>` +
			rect(x - neck * 1.5, foot - half * 2.62, neck * 3, half * 0.2, palette.deep)
		)
	}
}
