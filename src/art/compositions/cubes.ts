import { mix } from '#art/palette.ts'
import type { Scene } from '#art/scene.ts'
import { circle, rect } from '#art/svg.ts'
import { isometricBlock } from './isometric-block.ts'

/** A landscape of cubes with a tree, under a square sun. */
export function cubes({ width, height, top, bottom, palette, random }: Scene): string {
	const stage = bottom - top
	const isWide = width > height * 1.2
	const x = width * (isWide ? random.between(0.46, 0.58) : 0.5)
	const count = isWide ? 7 : 6
	const half = Math.min((width * (isWide ? 0.3 : 0.5)) / count, (stage * 0.78) / (count + 3.4))
	const rise = half * 0.5
	const tall = half * 1.04
	const ground = bottom - rise * 2 * count - tall * 0.9
	const sun = half * 1.5
	const across = random.pick([-1, 1])
	let art = rect(0, 0, width, height, palette.ground)
	art += rect(x - across * half * count * 0.66 - sun / 2, top + stage * 0.05, sun, sun, palette.glow)
	for (let cloud = 0; cloud < 3; cloud++)
		art += rect(
			width * random.between(0, 0.8),
			top + stage * random.between(0.02, 0.3),
			half * random.between(1.6, 2.8),
			half * 0.5,
			mix(palette.ground, palette.paper, 0.45),
		)
	art += circle(x, ground + rise * count, half * count * 0.9, palette.far, 'opacity="0.5"')
	const grass = mix(palette.mid, palette.glow, 0.28)
	const treeAt = [1 + random.whole(0, 1), 1 + random.whole(0, 1)] as const
	for (let row = 0; row < count; row++)
		for (let column = 0; column < count; column++) {
			const level = Math.max(0, Math.round(1.2 - (row + column) * 0.22 + random.between(-0.7, 0.9)))
			const atX = x + (column - row) * half
			const atY = ground + (column + row) * rise - level * tall
			const isWater = level === 0 && random.chance(0.22)
			art += cube(
				atX,
				atY,
				half,
				tall * (level + 2),
				isWater ? palette.paper : mix(grass, palette.mid, random.between(0, 0.5)),
				palette.mid,
				palette.deep,
			)
			if (row === treeAt[0] && column === treeAt[1]) art += tree(atX, atY, half, palette)
		}
	return art
}

function tree(x: number, y: number, half: number, { mid, deep, glow }: Scene['palette']): string {
	const leaf = mix(deep, mid, 0.55)
	const cell = half * 0.62
	let art = cube(x, y - half * 1.3, half * 0.3, half * 1.4, mix(deep, glow, 0.3), mix(deep, glow, 0.3), deep)
	for (const [column, row, level] of [
		[-1, -1, 0],
		[0, -1, 0],
		[-1, 0, 0],
		[0, 0, 0],
		[-0.5, -0.5, 1],
	] as const)
		art += cube(
			x + (column - row) * cell,
			y - half * 2.1 + (column + row) * cell * 0.5 - level * cell,
			cell,
			cell,
			mix(leaf, glow, 0.25),
			leaf,
			mix(deep, mid, 0.15),
		)
	return art
}

/** A block whose upper face is twice as wide as high. */
function cube(x: number, y: number, half: number, tall: number, face: string, left: string, right: string): string {
	return isometricBlock(x, y, { half, slant: half * 0.5, tall }, { face, left, right })
}
