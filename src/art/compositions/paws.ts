import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, rect } from '#art/svg.ts'

/** The tracks of an animal, and one print from close by. */
export function paws({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.44, 0.6) : 0.5)
	const half = Math.min(width * 0.4, stage * 0.4)
	const y = bottom - stage * 0.42
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	const faint = mix(palette.ground, palette.far, 0.9)
	for (let step = 0; step < 14; step++) {
		const along = step * half * 0.34 - half * 2.3
		art += place(
			print(faint),
			x + across * along + (step % 2 ? 1 : -1) * half * 0.2,
			y - along * 0.62,
			half / 520,
			across * 58,
		)
	}
	art += circle(x, y, half * 0.98, palette.glow)
	return art + place(print(palette.deep), x, y + half * 0.06, (half / 100) * 0.72, random.between(-14, 14))
}

function print(fill: string): string {
	const toes = [
		[-62, -18, 20, -28],
		[-24, -62, 22, -10],
		[24, -62, 22, 10],
		[62, -18, 20, 28],
	] as const
	return (
		path(
			'M0 -16C30 -16 34 12 52 28C70 46 58 76 30 72C12 68 -12 68 -30 72C-58 76 -70 46 -52 28C-34 12 -30 -16 0 -16Z',
			fill,
		) +
		toes
			.map(([x, y, size, turn]) => place(`<ellipse rx="${size}" ry="${size * 1.34}" fill="${fill}"/>`, x, y, 1, turn))
			.join('')
	)
}
