import type { Typesetter } from '#art/text/text-block.ts'
import { COLORS, drawBrand, drawCover, drawVeil, type EmbeddedPicture, MARGIN, SHARE_WIDTH, shareSvg } from './frame.ts'

/** What the picture of the home page shows. */
export interface HomeFacts {
	headline: string
	/** The covers of popular games. */
	covers: readonly EmbeddedPicture[]
}

const COLUMNS = 6
const COVER = { width: 150, height: 200 }
const GAP = 14
const WALL = { left: 392, top: -186 }
const TURN = { degrees: -6, x: SHARE_WIDTH, y: 0 }

/** Draws the picture of the home page, which stands for every page without one of its own: a wall of covers and the headline. */
export async function homePicture(typesetter: Typesetter, { headline, covers }: HomeFacts): Promise<string> {
	const title = await typesetter.set(headline, 'heading', {
		width: 760,
		sizes: [78, 68],
		maxLines: 3,
		leading: 1.06,
		isBalanced: true,
	})
	const height = title?.height ?? 0
	const wall = covers.map((cover, index) => {
		const column = index % COLUMNS
		const row = Math.floor(index / COLUMNS)
		const place = {
			x: WALL.left + column * (COVER.width + GAP),
			// Every other column is shifted, like bricks
			y: WALL.top + row * (COVER.height + GAP) + (column % 2) * (COVER.height / 2),
			...COVER,
		}
		return drawCover(cover, place, TURN)
	})
	return shareSvg(
		`<rect width="1200" height="630" fill="${COLORS.canvas}"/>` +
			wall.join('') +
			drawVeil('side', [
				[0, 1],
				[0.34, 0.94],
				[0.6, 0.52],
				[0.78, 0.12],
				[1, 0],
			]) +
			drawVeil(
				'floor',
				[
					[0, 0],
					[0.4, 0.08],
					[0.78, 0.7],
					[1, 0.9],
				],
				true,
			) +
			(await drawBrand(typesetter, { left: MARGIN }, 104, 40)) +
			(title?.draw(MARGIN, 560 - height, COLORS.text) ?? ''),
	)
}
