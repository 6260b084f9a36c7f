import { mix, type Palette, pickInk } from '#art/palette.ts'
import type { Random } from '#art/random.ts'
import type { Scene } from '#art/scene.ts'
import { circle, type Point, path, place, polygon, rect, ring } from '#art/svg.ts'
import { ridge } from './ridge.ts'

/** What lies behind a single large subject. */
export type Backing = 'disc' | 'sun' | 'rings' | 'rays' | 'hill'

/** The colors of a subject, chosen for the color behind it. */
export type Inks = { ink: string; soft: string; accent: string; back: string }

/** How much of the room a subject takes, and how far below the middle it lies, as shares of the room. */
type Fit = { share?: number; lower?: number; turn?: number }

/**
 * Draws a subject in the middle of the scene in front of one of the backings. The subject is drawn around the origin,
 * within 100 units to each side.
 */
export function emblem(
	{ width, height, top, bottom, palette, random }: Scene,
	backings: readonly Backing[],
	subject: (inks: Inks, random: Random) => string,
	{ share = 1, lower = 0, turn = 0 }: Fit = {},
): string {
	const stage = bottom - top
	const half = Math.min(width * 0.44, stage * 0.46) * share
	const x = width * (width > height * 1.2 ? random.between(0.42, 0.6) : 0.5)
	const y = top + stage * (0.5 + lower)
	const backing = random.pick(backings)
	const back = getBackColor(backing, palette)
	const inks = pickInks(back, palette)
	return (
		rect(0, 0, width, height, palette.ground) +
		drawBacking(backing, back, { x, y, half, width, height, palette, random }) +
		place(subject(inks, random), x, y, half / 100, turn) +
		(backing === 'hill' ? path(ridge(random, width, height, y + half * 0.96, half * 0.07), palette.deep) : '')
	)
}

function getBackColor(backing: Backing, palette: Palette): string {
	if (backing === 'sun') return palette.glow
	if (backing === 'disc' || backing === 'hill') return palette.far
	return palette.ground
}

/** Picks the colors of a subject in front of a color. */
export function pickInks(back: string, palette: Palette): Inks {
	const ink = pickInk(back, palette)
	const accent = back === palette.glow ? (ink === palette.paper ? palette.deep : palette.paper) : palette.glow
	return { ink, soft: mix(ink, palette.mid, 0.55), accent, back }
}

type Frame = Pick<Scene, 'width' | 'height' | 'palette' | 'random'> & { x: number; y: number; half: number }

function drawBacking(backing: Backing, back: string, { x, y, half, width, height, palette, random }: Frame): string {
	if (backing === 'disc' || backing === 'sun')
		return circle(x, y, half * 1.04, back) + (random.chance(0.5) ? ring(x, y, half * 1.14, back, half * 0.02) : '')
	if (backing === 'hill')
		return (
			circle(x + half * random.between(-0.3, 0.3), y - half * 0.1, half * 0.92, back) +
			path(ridge(random, width, height, y + half * 0.8, half * 0.1), palette.mid)
		)
	if (backing === 'rings')
		return [1.16, 0.98, 0.8]
			.map((reach, index) => circle(x, y, half * reach, mix(palette.ground, palette.far, (index + 1) / 3)))
			.join('')
	return drawRays(x, y, half * 1.12, random.whole(9, 14), mix(palette.ground, palette.far, 0.8))
}

function drawRays(x: number, y: number, reach: number, count: number, fill: string): string {
	return Array.from({ length: count }, (_, index) => {
		const points = [-0.25, 0.25].map((side): Point => {
			const angle = ((index + side) / count) * Math.PI * 2
			return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
		})
		return polygon([[x, y], ...points], fill)
	}).join('')
}
