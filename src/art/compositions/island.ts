import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, path, polygon, rect } from '#art/svg.ts'

/** A floating island with a tree and a lit window. */
export function island({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(width * random.between(0.26, 0.74), top + stage * 0.36, Math.min(width, stage) * 0.31, palette.glow)
	for (let cloud = 0; cloud < 5; cloud++) {
		const long = width * random.between(0.18, 0.4)
		art += rect(
			random.between(-0.1, 0.85) * width,
			top + stage * random.between(0.2, 0.95),
			long,
			16,
			palette.far,
			'rx="8"',
		)
	}
	const small = random.chance(0.5) ? 0.2 : 0.8
	art += land(
		width * small,
		top + stage * 0.78,
		width * 0.09,
		stage * 0.16,
		palette.mid,
		mix(palette.mid, palette.deep, 0.6),
	)
	art += land(
		width * (1 - small),
		top + stage * 0.26,
		width * 0.055,
		stage * 0.09,
		palette.mid,
		mix(palette.mid, palette.deep, 0.4),
	)
	const x = width * 0.5
	const y = top + stage * 0.56
	const half = Math.min(width * 0.3, stage * 0.42)
	const trunk = x - half * 0.4
	const crown = half * 0.34
	art += rect(trunk - half * 0.03, y - half * 0.55, half * 0.06, half * 0.6, palette.deep)
	art +=
		circle(trunk, y - half * 0.72, crown, palette.deep) +
		circle(trunk + crown * 0.7, y - half * 0.55, crown * 0.66, mix(palette.deep, palette.mid, 0.35)) +
		circle(trunk - crown * 0.7, y - half * 0.52, crown * 0.56, palette.deep)
	const hut = x + half * 0.22
	art +=
		rect(hut, y - half * 0.3, half * 0.4, half * 0.32, palette.paper) +
		polygon(
			[
				[hut - half * 0.08, y - half * 0.28],
				[hut + half * 0.48, y - half * 0.28],
				[hut + half * 0.2, y - half * 0.58],
			],
			palette.deep,
		)
	art += rect(hut + half * 0.14, y - half * 0.2, half * 0.12, half * 0.22, palette.glow)
	return art + land(x, y, half, stage * 0.36, palette.mid, palette.deep)
}

function land(x: number, y: number, half: number, drop: number, grass: string, rock: string): string {
	const root = [
		[-1, 0],
		[-0.72, 0.38],
		[-0.44, 0.46],
		[-0.2, 0.82],
		[0.04, 1],
		[0.24, 0.62],
		[0.52, 0.5],
		[0.76, 0.26],
		[1, 0],
	] as const
	return (
		polygon(
			root.map(([across, down]) => [x + across * half, y + down * drop]),
			rock,
		) +
		path(
			`M${num(x - half)} ${num(y - 1)}H${num(x + half)}Q${num(x + half * 0.9)} ${num(y + drop * 0.16)} ${num(x + half * 0.55)} ${num(y + drop * 0.12)}T${num(x)} ${num(y + drop * 0.16)}T${num(x - half * 0.55)} ${num(y + drop * 0.12)}T${num(x - half)} ${num(y - 1)}Z`,
			grass,
		)
	)
}
