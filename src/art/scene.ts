import type { Palette } from './palette.ts'
import type { Random } from './random.ts'

/**
 * What a composition is given. It paints the whole canvas; what must be seen stays between `top` and `bottom`, and above
 * `plain` (never below `top`) it leaves the bare `ground`, because the title stands there.
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
