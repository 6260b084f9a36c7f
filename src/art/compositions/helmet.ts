import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** A helmet with a view reflected in its visor. */
export function helmet({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height ? random.between(0.34, 0.66) : 0.5)
	const radius = Math.min(width * 0.33, stage * 0.34)
	const y = top + stage * 0.07 + radius
	const shoulder = `M${num(x - radius * 1.75)} ${num(height + 10)}Q${num(x - radius * 1.6)} ${num(y + radius * 1.12)} ${num(x - radius * 0.5)} ${num(y + radius * 0.95)}H${num(x + radius * 0.5)}Q${num(x + radius * 1.6)} ${num(y + radius * 1.12)} ${num(x + radius * 1.75)} ${num(height + 10)}Z`
	const visorWide = radius * 0.78
	const visorTall = radius * random.between(0.5, 0.6)
	const visorX = x + radius * random.pick([-0.12, 0.12])
	const visor = `<clipPath id="visor"><rect x="${num(visorX - visorWide)}" y="${num(y - visorTall)}" width="${num(visorWide * 2)}" height="${num(visorTall * 2)}" rx="${num(visorTall * 0.92)}"/></clipPath>`
	let view = rect(visorX - visorWide, y - visorTall, visorWide * 2, visorTall * 2, palette.deep)
	view += circle(visorX + visorWide * random.between(-0.4, 0.4), y + visorTall * 0.05, visorTall * 0.66, palette.glow)
	for (const [row, tone] of [palette.mid, mix(palette.mid, palette.deep, 0.6)].entries()) {
		view += `<g transform="translate(${num(visorX - visorWide)} 0)">${path(ridge(random, visorWide * 2, y + visorTall * 1.2, y + visorTall * (0.25 + row * 0.38), visorTall * 0.14), tone)}</g>`
	}
	const shell = mix(palette.paper, palette.far, 0.12)
	return (
		`<defs>${visor}</defs>${rect(0, 0, width, height, palette.ground)}${circle(x, y, radius * 1.3, palette.far)}` +
		path(shoulder, mix(palette.mid, palette.deep, 0.35)) +
		rect(
			x - radius * 0.62,
			y + radius * 0.62,
			radius * 1.24,
			radius * 0.42,
			palette.deep,
			`rx="${num(radius * 0.12)}"`,
		) +
		circle(x, y, radius, shell) +
		path(
			`M${num(x)} ${num(y - radius)}A${num(radius)} ${num(radius)} 0 0 1 ${num(x)} ${num(y + radius)}A${num(radius * 1.5)} ${num(radius * 1.5)} 0 0 0 ${num(x)} ${num(y - radius)}Z`,
			mix(shell, palette.mid, 0.5),
		) +
		rect(
			visorX - visorWide - 9,
			y - visorTall - 9,
			visorWide * 2 + 18,
			visorTall * 2 + 18,
			palette.deep,
			`rx="${num(visorTall)}"`,
		) +
		`<g clip-path="url(#visor)">${view}</g>`
	)
}
