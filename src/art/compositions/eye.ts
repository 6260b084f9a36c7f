import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, line, num, path, rect, ring } from '#art/svg.ts'

/** An eye that has already seen us. */
export function eye({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * 0.5
	const y = top + stage * random.between(0.46, 0.54)
	const half = width * (width > height ? 0.3 : 0.44)
	const lid = Math.min(half * random.between(0.85, 1.15), stage * 0.42)
	const lens = `M${num(x - half)} ${num(y)}Q${num(x)} ${num(y - lid * 1.7)} ${num(x + half)} ${num(y)}Q${num(x)} ${num(y + lid * 1.7)} ${num(x - half)} ${num(y)}Z`
	const iris = lid * 0.62
	let rays = ''
	const count = random.whole(22, 34)
	for (let ray = 0; ray < count; ray++) {
		const angle = (ray / count) * Math.PI * 2
		const far = lid * random.between(1.12, 1.5)
		rays += line(
			[x + Math.cos(angle) * half * 0.3, y + Math.sin(angle) * lid * 0.3],
			[x + Math.cos(angle) * far * 1.12, y + Math.sin(angle) * Math.min(far, stage * 0.48)],
			palette.mid,
			3,
		)
	}
	let look = circle(x, y, iris, palette.glow)
	for (let spoke = 0; spoke < 40; spoke++) {
		const angle = (spoke / 40) * Math.PI * 2
		look += line(
			[x + Math.cos(angle) * iris * 0.45, y + Math.sin(angle) * iris * 0.45],
			[x + Math.cos(angle) * iris * 0.92, y + Math.sin(angle) * iris * 0.92],
			mix(palette.glow, palette.deep, 0.45),
			2.5,
		)
	}
	look += circle(x, y, iris * 0.45, palette.deep) + circle(x + iris * 0.2, y - iris * 0.24, iris * 0.12, palette.paper)
	return `<defs><clipPath id="lid"><path d="${lens}"/></clipPath></defs>${rect(0, 0, width, height, palette.ground)}${rays}${path(lens, palette.paper)}<g clip-path="url(#lid)">${look}${ring(x, y, iris, palette.deep, 5)}</g>${path(lens, 'none', `stroke="${palette.deep}" stroke-width="10" stroke-linejoin="round"`)}`
}
