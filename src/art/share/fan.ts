import { rect } from '#art/svg.ts'
import { COLORS, drawCover, type EmbeddedPicture, type Place } from './frame.ts'

const DEGREES_APART = 7
/** The distance from the top of the covers to the point around which they are turned, as a share of their height. */
const RADIUS = 2.307

interface FanPlace {
	/** The middle of the fan. */
	center: number
	/** The top of the cover in the middle. */
	top: number
	cover: { width: number; height: number }
}

/** Draws up to five covers like a hand of cards, the first on top, on the left; without any, empty cards. */
export function drawFan(covers: readonly EmbeddedPicture[], { center, top, cover }: FanPlace): string {
	const place = { x: center - cover.width / 2, y: top, ...cover }
	const turn = (index: number, count: number) => ({
		degrees: (index - (count - 1) / 2) * DEGREES_APART,
		x: center,
		y: top + cover.height * RADIUS,
	})
	if (covers.length === 0) return [2, 1, 0].map((index) => drawEmptyCard(place, turn(index, 3))).join('')
	return covers
		.map((picture, index) => drawCover(picture, place, turn(index, covers.length)))
		.reverse()
		.join('')
}

function drawEmptyCard({ x, y, width, height }: Place, turn: { degrees: number; x: number; y: number }): string {
	const attributes = `rx="6" stroke="${COLORS.line}" stroke-width="2" transform="rotate(${turn.degrees} ${turn.x} ${turn.y})"`
	return rect(x, y, width, height, COLORS.raised, attributes)
}
