import type { Scene } from '#art/scene.ts'
import { circle, halo, num, path, rect, ring } from '#art/svg.ts'

/** A large half-lit planet, its rings, and the small bodies that follow them. */
export function orbit({ width, height, top, bottom, plain, palette, random }: Scene): string {
	const stage = bottom - top
	const x = width * random.pick(width > height * 1.2 ? [0.5, 0.5, 0.76] : [0.16, 0.5, 0.5, 0.86])
	const y = top + stage * random.between(0.5, 0.68)
	const radius = Math.min(width, stage) * random.between(0.24, 0.32)
	let sky = rect(0, 0, width, height, palette.ground)
	for (let star = 0; star < 46; star++)
		sky += circle(
			random.between(0, width),
			random.between(plain, height),
			random.between(0.8, 2.4),
			palette.paper,
			`opacity="${num(random.between(0.3, 0.9))}"`,
		)
	let rings = ''
	let moons = ''
	const count = random.whole(3, 5)
	for (let index = 1; index <= count; index++) {
		const reach = radius * (1.15 + index * 0.42)
		rings += ring(x, y, reach, palette.mid, 3)
		const angle = random.between(-2.9, -0.2) + (index % 2) * 3.3
		const size = radius * random.between(0.06, 0.15)
		const place = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const
		moons +=
			circle(place[0], place[1], size * 1.8, palette.ground) +
			circle(place[0], place[1], size, index % 3 === 1 ? palette.glow : palette.paper)
	}
	const clip = `<clipPath id="open">${rect(0, plain, width, height - plain, '#000')}</clipPath>`
	const light = circle(x, y, radius * 2.1, 'url(#air)')
	const tilt = random.whole(-40, 40)
	const world =
		circle(x, y, radius, palette.glow) +
		path(
			`M${num(x)} ${num(y - radius)}A${num(radius)} ${num(radius)} 0 0 1 ${num(x)} ${num(y + radius)}A${num(radius * 1.25)} ${num(radius * 1.25)} 0 0 0 ${num(x)} ${num(y - radius)}Z`,
			palette.deep,
			`opacity="0.82" transform="rotate(${tilt} ${num(x)} ${num(y)})"`,
		)
	return `<defs>${clip}${halo('air', palette.glow, 0.3)}</defs>${sky}<g clip-path="url(#open)">${rings}${light}${world}${moons}</g>`
}
