import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect } from '#art/svg.ts'

/** Cartridges in a row. */
export function bullets({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const count = width > height * 1.2 ? 7 : random.whole(3, 4)
	const x = width * (width > height * 1.2 ? 0.54 : 0.5)
	const pitch = Math.min((width * 0.84) / count, stage * 0.26)
	const foot = bottom - stage * 0.14
	const unit = Math.min(pitch / 62, (stage * 0.8) / 200)
	let art = rect(0, 0, width, height, palette.ground)
	const reach = Math.min(width * 0.42, stage * 0.44)
	art += circle(x + reach * random.between(-0.3, 0.3), top + stage * random.between(0.44, 0.54), reach, palette.far)
	art += rect(0, foot, width, height, palette.deep)
	for (let index = 0; index < count; index++)
		art += place(cartridge(palette), x + (index - (count - 1) / 2) * pitch, foot, unit)
	return art
}

function cartridge({ deep, mid, glow, paper }: Scene['palette']): string {
	const shade = mix(glow, deep, 0.4)
	return (
		rect(-22, -118, 44, 106, glow) +
		rect(6, -118, 16, 106, shade) +
		rect(-16, -116, 6, 102, mix(glow, paper, 0.6)) +
		path('M-22 -104L-17 -122H17L22 -104Z', glow) +
		path('M-17 -118C-17 -158 -8 -184 0 -196C8 -184 17 -158 17 -118Z', mix(mid, paper, 0.25)) +
		path('M4 -118C6 -158 4 -184 0 -196C8 -184 17 -158 17 -118Z', mix(mid, deep, 0.3)) +
		rect(-19, -14, 38, 6, shade) +
		rect(-24, -9, 48, 9, glow) +
		rect(4, -9, 20, 9, shade)
	)
}
