import { rect } from '#art/svg.ts'
import type { Typesetter } from '#art/text/text-block.ts'
import {
	COLORS,
	countOf,
	drawBrand,
	drawCover,
	drawFace,
	type EmbeddedPicture,
	MARGIN,
	type PersonFacts,
	SHARE_HEIGHT,
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

const COVER = { width: 252, height: 336 }
/** The point around which the covers are turned, below the picture. */
const PIVOT = { x: 330, y: 940 }
const DEGREES_APART = 7
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
		drawFan(facts.covers) +
			(title?.draw(LEFT, titleTop, COLORS.text) ?? '') +
			face +
			(byline?.draw(LEFT + FACE_SIDE + 16, FOOT - FACE_SIDE / 2 - byline.height / 2, COLORS.text) ?? '') +
			(await drawBrand(typesetter, { right: SHARE_WIDTH - MARGIN }, 92)),
	)
}

/** The first cover lies on top, on the left. */
function drawFan(covers: readonly EmbeddedPicture[]): string {
	const place = { x: PIVOT.x - COVER.width / 2, y: (SHARE_HEIGHT - COVER.height) / 2 + 18, ...COVER }
	const turn = (index: number, count: number) => ({ degrees: (index - (count - 1) / 2) * DEGREES_APART, ...PIVOT })
	if (covers.length === 0) return [2, 1, 0].map((index) => drawEmptyCard(place, turn(index, 3))).join('')
	return covers
		.map((cover, index) => drawCover(cover, place, turn(index, covers.length)))
		.reverse()
		.join('')
}

function drawEmptyCard(
	{ x, y, width, height }: { x: number; y: number; width: number; height: number },
	turn: { degrees: number; x: number; y: number },
): string {
	const attributes = `rx="6" stroke="${COLORS.line}" stroke-width="2" transform="rotate(${turn.degrees} ${turn.x} ${turn.y})"`
	return rect(x, y, width, height, COLORS.raised, attributes)
}
