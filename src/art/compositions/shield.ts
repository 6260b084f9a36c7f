import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, polygon, rect } from '#art/svg.ts'
import { crystal } from './figure.ts'

/** A coat of arms: a parted field, a charge, two spears behind it. */
export function shield({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * 0.5
	const tall = stage * 0.84
	const half = Math.min(width * 0.32, tall * 0.42)
	const y = top + stage * 0.07
	const outline = (grow: number) =>
		`M${num(x - half - grow)} ${num(y - grow)}H${num(x + half + grow)}V${num(y + tall * 0.42)}C${num(x + half + grow)} ${num(y + tall * 0.72)} ${num(x + half * 0.45)} ${num(y + tall * 0.9)} ${num(x)} ${num(y + tall + grow)}C${num(x - half * 0.45)} ${num(y + tall * 0.9)} ${num(x - half - grow)} ${num(y + tall * 0.72)} ${num(x - half - grow)} ${num(y + tall * 0.42)}Z`
	const fields = [palette.mid, palette.deep]
	let field = rect(x - half, y, half * 2, tall, palette.mid)
	const parting = random.whole(0, 4)
	if (parting === 0) field += rect(x, y, half, tall, palette.deep)
	else if (parting === 1)
		field += rect(x, y, half, tall * 0.42, palette.deep) + rect(x - half, y + tall * 0.42, half, tall, palette.deep)
	else if (parting === 2)
		field += polygon(
			[
				[x - half, y],
				[x - half * 0.2, y],
				[x + half, y + tall * 0.62],
				[x + half, y + tall],
			],
			palette.deep,
		)
	else if (parting === 3)
		field += polygon(
			[
				[x - half, y + tall],
				[x, y + tall * 0.3],
				[x + half, y + tall],
			],
			palette.deep,
		)
	else
		for (let stripe = 0; stripe < 6; stripe++)
			field += rect(x - half + (half / 3) * stripe, y, half / 3 + 0.5, tall, fields[stripe % 2] ?? palette.mid)
	const chargeY = y + tall * 0.4
	const charge = random.whole(0, 2)
	const size = half * 0.5
	const mark =
		charge === 0
			? crystal(x, chargeY, size * 1.15, palette.glow, palette.paper)
			: charge === 1
				? circle(x, chargeY, size * 0.86, palette.glow) +
					circle(x + size * 0.3, chargeY - size * 0.16, size * 0.66, palette.deep)
				: polygon(
						[
							[x - size, chargeY - size * 0.62],
							[x - size * 0.5, chargeY],
							[x, chargeY - size * 0.95],
							[x + size * 0.5, chargeY],
							[x + size, chargeY - size * 0.62],
							[x + size * 0.82, chargeY + size * 0.72],
							[x - size * 0.82, chargeY + size * 0.72],
						],
						palette.glow,
					)
	const spear = (turn: number) =>
		`<g transform="rotate(${turn} ${num(x)} ${num(y + tall * 0.5)})">${rect(x - 5, y - stage * 0.02, 10, tall * 1.2, mix(palette.mid, palette.deep, 0.55))}${polygon(
			[
				[x, y - stage * 0.1],
				[x + 20, y + stage * 0.01],
				[x - 20, y + stage * 0.01],
			],
			palette.glow,
		)}</g>`
	const back = `<clipPath id="open"><rect y="${num(plain)}" width="${num(width)}" height="${num(height - plain)}"/></clipPath><clipPath id="field"><path d="${outline(0)}"/></clipPath>`
	return `<defs>${back}</defs>${rect(0, 0, width, height, palette.ground)}<g clip-path="url(#open)">${circle(x, y + tall * 0.48, Math.min(width * 0.46, stage * 0.5), palette.far)}${spear(38)}${spear(-38)}</g>${path(outline(12), palette.paper)}<g clip-path="url(#field)">${field}</g>${mark}`
}
