import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'

/** Running sand in front of a disc with the marks of a clock. */
export function hourglass({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.36, 0.64) : 0.5)
	const y = top + stage * 0.5
	const tall = stage * 0.4
	const half = Math.min(tall * 0.62, width * 0.26)
	const reach = Math.min(width * 0.46, stage * 0.48)
	let art = rect(0, 0, width, height, palette.ground) + circle(x, y, reach, palette.far)
	for (let mark = 0; mark < 60; mark++) {
		const long = mark % 5 === 0 ? 0.08 : 0.035
		art += `<g transform="rotate(${mark * 6} ${num(x)} ${num(y)})">${rect(x - 2, y - reach * 0.97, 4, reach * long, mark % 15 === 0 ? palette.glow : palette.mid)}</g>`
	}
	const neck = half * 0.07
	const glass = `M${num(x - half)} ${num(y - tall)}C${num(x - half)} ${num(y - tall * 0.4)} ${num(x - neck)} ${num(y - tall * 0.25)} ${num(x - neck)} ${num(y)}C${num(x - neck)} ${num(y + tall * 0.25)} ${num(x - half)} ${num(y + tall * 0.4)} ${num(x - half)} ${num(y + tall)}H${num(x + half)}C${num(x + half)} ${num(y + tall * 0.4)} ${num(x + neck)} ${num(y + tall * 0.25)} ${num(x + neck)} ${num(y)}C${num(x + neck)} ${num(y - tall * 0.25)} ${num(x + half)} ${num(y - tall * 0.4)} ${num(x + half)} ${num(y - tall)}Z`
	const run = random.between(0.3, 0.62)
	const heap = tall * (0.2 + run * 0.75)
	const sand =
		rect(x - half, y - tall * (1 - run), half * 2, tall, palette.glow) +
		rect(x - neck * 0.6, y, neck * 1.2, tall, palette.glow) +
		path(
			`M${num(x - half)} ${num(y + tall)}L${num(x)} ${num(y + tall - heap)}L${num(x + half)} ${num(y + tall)}Z`,
			palette.glow,
		)
	art += path(glass, mix(palette.paper, palette.far, 0.25))
	art += `<clipPath id="glass"><path d="${glass}"/></clipPath><g clip-path="url(#glass)">${sand}</g>`
	const board = tall * 0.1
	for (const edge of [y - tall - board, y + tall])
		art += rect(x - half * 1.25, edge, half * 2.5, board, palette.deep, 'rx="4"')
	for (const side of [-1.14, 1.14])
		art += rect(x + half * side - half * 0.05, y - tall, half * 0.1, tall * 2, palette.deep)
	return art
}
