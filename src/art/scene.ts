import type { Palette } from './palette.ts'
import type { Random } from './random.ts'

/**
 * The input of a composition. It paints the whole canvas, keeps what must be visible between `top` and `bottom`, and leaves
 * the bare `ground` above `plain` (never below `top`) for the title.
 */
export type Scene = {
	width: number
	height: number
	top: number
	bottom: number
	plain: number
	palette: Palette
	random: Random
}

export type Composition = (scene: Scene) => string
