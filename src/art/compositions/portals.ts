import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect } from '#art/svg.ts'

/** Two oval gates, and somebody who leaps into one and out of the other. */
export function portals({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.58) : 0.5)
	const half = Math.min(width * 0.46, stage * 0.46)
	const y = top + stage * 0.5
	const floor = y + half * 0.78
	const cool = mix(palette.mid, palette.far, 0.15)
	let art = rect(0, 0, width, height, palette.ground)
	art += rect(0, floor, width, height, palette.far)
	for (let tile = -8; tile <= 8; tile++)
		art += polygon(
			[
				[x + tile * half * 0.3 - 1, floor],
				[x + tile * half * 0.3 + 1, floor],
				[x + tile * half * 0.8 + 2, height],
				[x + tile * half * 0.8 - 2, height],
			],
			mix(palette.far, palette.mid, 0.5),
		)
	for (const [side, tone] of [
		[-1, palette.glow],
		[1, cool],
	] as const)
		art += place(gate(tone, palette.paper, palette.deep), x + side * half * 0.6, y - half * 0.04, half / 100)
	const unit = half / 100
	const body = (offset: number) => place(leaper(palette.deep), offset, 0, 1)
	const left = `<clipPath id="in"><rect x="-60" y="-200" width="300" height="400"/></clipPath>`
	const right = `<clipPath id="out"><rect x="-240" y="-200" width="300" height="400"/></clipPath>`
	art += place(
		`<defs>${left}${right}</defs><g clip-path="url(#in)">${body(-60)}</g><g clip-path="url(#out)">${body(60)}</g>`,
		x,
		y,
		unit,
	)
	return art + circle(x, floor + half * 0.12, half * 0.03, palette.deep)
}

function gate(tone: string, light: string, dark: string): string {
	return (
		`<ellipse rx="34" ry="80" fill="${tone}"/><ellipse rx="25" ry="70" fill="${mix(tone, light, 0.55)}"/>` +
		`<ellipse rx="19" ry="62" fill="${dark}"/>` +
		path('M0 62C-19 62 -19 -62 0 -62C-9 -40 -9 40 0 62Z', mix(dark, tone, 0.4))
	)
}

function leaper(fill: string): string {
	const limb = 'stroke-linecap="round" stroke-linejoin="round" fill="none"'
	return (
		circle(22, -36, 11, fill) +
		`<path d="M16 -20L-2 16" stroke="${fill}" stroke-width="20" ${limb}/>` +
		`<path d="M16 -18L38 -14L52 -30M14 -16L-6 -22L-20 -8" stroke="${fill}" stroke-width="8" ${limb}/>` +
		`<path d="M-2 16L26 22L36 44M-4 16L-24 26L-44 16" stroke="${fill}" stroke-width="10" ${limb}/>`
	)
}
