import type { Typesetter } from '#art/text/text-block.ts'
import { drawFan } from './fan.ts'
import {
	COLORS,
	countOf,
	drawBrand,
	drawFace,
	type EmbeddedPicture,
	MARGIN,
	type PersonFacts,
	SHARE_WIDTH,
	shareSvg,
} from './frame.ts'

/** What the picture of a list shows. */
export interface ListFacts {
	title: string
	gameCount: number
	/** The covers of the first games, up to five. */
	covers: readonly EmbeddedPicture[]
	author: PersonFacts
}

const FAN = { center: 330, top: 165, cover: { width: 252, height: 336 } }
const LEFT = 664
const WIDTH = SHARE_WIDTH - MARGIN - LEFT
const FACE_SIDE = 52
const FOOT = 555

/** Draws the picture of a list: its first covers like a hand of cards, the title, the number of games and the author. */
export async function listPicture(typesetter: Typesetter, facts: ListFacts): Promise<string> {
	const title = await typesetter.set(facts.title, 'heading', {
		width: WIDTH,
		sizes: [68, 58, 50, 44, 38],
		maxLines: [2, 3, 4, 5, 6],
		leading: 1.08,
		isBalanced: true,
	})
	const face = await drawFace(typesetter, facts.author, LEFT, FOOT - FACE_SIDE, FACE_SIDE)
	const line = `${countOf(facts.gameCount, 'game')}, by ${facts.author.name}`
	const byline = await typesetter.set(line, 'label', {
		width: WIDTH - FACE_SIDE - 16,
		sizes: [25, 22],
		maxLines: [1, 2],
		leading: 1.15,
	})
	const titleTop = 150 + Math.max(0, (FOOT - FACE_SIDE - 40 - 150 - (title?.height ?? 0)) * 0.35)
	return shareSvg(
		drawFan(facts.covers, FAN) +
			(title?.draw(LEFT, titleTop, COLORS.text) ?? '') +
			face +
			(byline?.draw(LEFT + FACE_SIDE + 16, FOOT - FACE_SIDE / 2 - byline.height / 2, COLORS.text) ?? '') +
			(await drawBrand(typesetter, { right: SHARE_WIDTH - MARGIN }, 92)),
	)
}
