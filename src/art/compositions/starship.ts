import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, path, place, polygon, rect } from '#art/svg.ts'

/** A ship that passes a planet with a ring. */
export function starship({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.62) : 0.5)
	const half = Math.min(width * 0.44, stage * 0.46)
	const across = random.pick([-1, 1])
	const y = top + stage * 0.42
	let art = rect(0, 0, width, height, palette.ground)
	for (let star = 0; star < 60; star++)
		art += circle(
			random.between(0, width),
			random.between(top, height),
			random.between(0.8, 2.6),
			mix(palette.paper, palette.far, random.between(0, 0.8)),
		)
	const planetX = x + across * half * 0.62
	const planetY = bottom - half * random.between(0.05, 0.3)
	const radius = half * random.between(0.72, 0.95)
	art += circle(planetX, planetY, radius, palette.mid)
	art += path(
		`M${planetX - radius} ${planetY}A${radius} ${radius} 0 0 1 ${planetX} ${planetY - radius}A${radius * 1.3} ${radius * 1.3} 0 0 0 ${planetX - radius} ${planetY}Z`,
		mix(palette.mid, palette.paper, 0.4),
	)
	art +=
		circle(
			planetX - across * radius * 0.2,
			planetY - radius * 0.3,
			radius * 0.14,
			mix(palette.mid, palette.deep, 0.4),
		) + circle(planetX + radius * 0.34, planetY - radius * 0.52, radius * 0.09, mix(palette.mid, palette.deep, 0.4))
	art += place(
		`<ellipse rx="155" ry="26" fill="none" stroke="${palette.glow}" stroke-width="7"/>`,
		planetX,
		planetY,
		radius / 100,
		-14 * across,
	)
	art += place(
		vessel(palette.paper, mix(palette.paper, palette.mid, 0.55), palette.deep, palette.glow),
		x - across * half * 0.12,
		y,
		half / 100,
		across * -24,
		across,
	)
	return art
}

function vessel(light: string, shade: string, dark: string, glow: string): string {
	return (
		polygon(
			[
				[-64, -9],
				[-300, -3],
				[-300, 3],
				[-64, 9],
			],
			glow,
			'opacity="0.45"',
		) +
		polygon(
			[
				[-64, -6],
				[-140, 0],
				[-64, 6],
			],
			light,
		) +
		polygon(
			[
				[-72, -13],
				[-60, -16],
				[-60, 16],
				[-72, 13],
			],
			dark,
		) +
		polygon(
			[
				[100, 4],
				[-20, -24],
				[-62, -22],
				[-62, 0],
			],
			light,
		) +
		polygon(
			[
				[100, 4],
				[-62, 0],
				[-62, 22],
				[-24, 20],
			],
			shade,
		) +
		polygon(
			[
				[-14, -20],
				[-62, -66],
				[-76, -66],
				[-58, -18],
			],
			shade,
		) +
		polygon(
			[
				[-2, 14],
				[-52, 58],
				[-68, 58],
				[-56, 14],
			],
			dark,
		) +
		path('M14 -12Q34 -16 52 -6L20 -3Z', dark) +
		rect(-50, -4, 52, 4, glow)
	)
}
