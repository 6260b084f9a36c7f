import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, num, rect, stroke } from '#art/svg.ts'

/** Lanes that sweep in from below, turn once and leave. */
export function track({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const lanes = random.whole(5, 7)
	const lane = Math.min(width, stage) * random.between(0.07, 0.085)
	const flip = random.chance(0.5)
	const centerX = width * random.between(0.08, 0.22)
	const inner = lane * random.between(1, 2.2)
	const turnY = top + lane * lanes + inner
	const tones = [
		palette.mid,
		palette.deep,
		palette.glow,
		palette.paper,
		mix(palette.mid, palette.ground, 0.4),
		palette.deep,
		palette.mid,
	]
	let bands = ''
	for (let index = 0; index < lanes; index++) {
		const radius = inner + lane * (index + 0.5)
		const run = `M${num(-40)} ${num(turnY - radius)}H${num(width - centerX - inner - lane * lanes)}a${num(radius)} ${num(radius)} 0 0 1 ${num(radius)} ${num(radius)}V${num(height + 60)}`
		bands += stroke(run, tones[index] ?? palette.mid, lane + 0.6)
		if (index === 1) bands += stroke(run, palette.paper, 3, `stroke-dasharray="${num(lane * 0.6)} ${num(lane * 0.5)}"`)
	}
	const spot = circle(width * 0.22, turnY + stage * 0.3, lane * 1.5, palette.glow)
	const mirrored = flip ? `transform="translate(${num(width)} 0) scale(-1 1)"` : ''
	return `${rect(0, 0, width, height, palette.ground)}<g ${mirrored}>${bands}${spot}</g>`
}
