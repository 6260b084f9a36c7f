import { mix } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, type Point, path, rect } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** Tentacles that rise from dark water. */
export function tentacles({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * (width > height * 1.2 ? random.between(0.48, 0.6) : 0.5)
	const half = Math.min(width * 0.46, stage * 0.48)
	const sea = bottom - stage * 0.17
	const dark = palette.deep
	let art = rect(0, 0, width, height, palette.ground)
	art += circle(x, sea - half * 0.85, half * 0.74, palette.glow)
	for (const [shift, tall, tone] of [
		[-0.62, 1.05, mix(palette.mid, palette.far, 0.4)],
		[0.7, 0.95, mix(palette.mid, palette.far, 0.4)],
	] as const)
		art += tentacle(
			x + half * shift,
			sea + half * 0.1,
			half * tall,
			half * 0.13,
			shift < 0 ? -1 : 1,
			tone,
			tone,
			random,
		)
	art += path(ridge(random, width, height, sea - stage * 0.03, stage * 0.02), palette.far)
	for (const [shift, tall, side] of [
		[-0.86, 1.1, -1],
		[0.36, 1.62, 1],
		[-0.26, 1.34, -1],
		[0.88, 1.02, 1],
	] as const)
		art += tentacle(
			x + half * shift,
			sea + half * 0.16,
			half * tall * random.between(0.92, 1.06),
			half * 0.19,
			side,
			dark,
			mix(dark, palette.mid, 0.7),
			random,
		)
	art += path(ridge(random, width, height, sea + stage * 0.02, stage * 0.018), palette.mid)
	return (
		art + path(ridge(random, width, height, sea + stage * 0.09, stage * 0.018), mix(palette.mid, palette.deep, 0.6))
	)
}

/** A tapering arm that leans outward and curls in at its tip. */
function tentacle(
	x: number,
	foot: number,
	tall: number,
	wide: number,
	side: number,
	fill: string,
	suckers: string,
	random: Random,
): string {
	const sway = random.between(0.85, 1.15)
	const steps = 26
	const spine: Point[] = []
	let heading = -Math.PI / 2 + side * 0.12
	let [atX, atY] = [x, foot]
	for (let step = 0; step <= steps; step++) {
		spine.push([atX, atY])
		const share = step / steps
		heading += side * (share < 0.3 ? -0.035 : share < 0.62 ? 0.075 : 0.29) * sway
		const pace = (tall / steps) * (share < 0.62 ? 1.15 : 0.75)
		atX += Math.cos(heading) * pace
		atY += Math.sin(heading) * pace
	}
	const edge = (sign: number) =>
		spine.map(([spineX, spineY], step): Point => {
			const [nextX, nextY] = spine[Math.min(step + 1, steps)] ?? [spineX, spineY]
			const [lastX, lastY] = spine[Math.max(step - 1, 0)] ?? [spineX, spineY]
			const angle = Math.atan2(nextY - lastY, nextX - lastX) + Math.PI / 2
			const half = (wide * (1 - (step / steps) * 0.88)) / 2
			return [spineX + Math.cos(angle) * half * sign, spineY + Math.sin(angle) * half * sign]
		})
	const [one, other] = [edge(1), edge(-1).reverse()]
	const outline = [...one, ...other]
		.map(([pointX, pointY], index) => `${index === 0 ? 'M' : 'L'}${num(pointX)} ${num(pointY)}`)
		.join('')
	let art = path(`${outline}Z`, fill, `stroke="${fill}" stroke-width="3" stroke-linejoin="round"`)
	const inner = side > 0 ? one : edge(-1)
	for (let step = 3; step < steps - 2; step += 2) {
		const [edgeX, edgeY] = inner[step] ?? [x, foot]
		const [middleX, middleY] = spine[step] ?? [x, foot]
		const size = wide * (1 - (step / steps) * 0.85) * 0.2
		art += circle(edgeX + (middleX - edgeX) * 0.4, edgeY + (middleY - edgeY) * 0.4, size, suckers)
	}
	return art
}
