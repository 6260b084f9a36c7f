import { excerpt, type TextBlock, type Typesetter } from '#art/text/text-block.ts'
import {
	COLORS,
	drawBrand,
	drawCover,
	drawFace,
	drawStars,
	type EmbeddedPicture,
	MARGIN,
	type PersonFacts,
	SHARE_WIDTH,
	shareSvg,
} from './frame.ts'

/** What the picture of a review shows. */
export interface ReviewFacts {
	game: string
	year: string | null
	cover: EmbeddedPicture
	rating: number
	text: string
	author: PersonFacts
}

const MAX_LETTERS = 180
const COVER = { x: MARGIN, y: 75, width: 360, height: 480 }
const LEFT = 480
const WIDTH = SHARE_WIDTH - MARGIN - LEFT
const STAR_SIZE = 48
const FACE_SIDE = 52
const FOOT = COVER.y + COVER.height
const LEADING = 1.42

/** Draws the picture of a review: the cover, the stars, the beginning of the text and its author. */
export async function reviewPicture(typesetter: Typesetter, facts: ReviewFacts): Promise<string> {
	const title = await drawTitle(typesetter, facts)
	const starsTop = COVER.y + title.height + 8
	const textTop = starsTop + STAR_SIZE + 22
	const textHeight = FOOT - FACE_SIDE - 34 - textTop
	const text = await setText(typesetter, facts.text, textHeight)
	const face = await drawFace(typesetter, facts.author, LEFT, FOOT - FACE_SIDE, FACE_SIDE)
	const name = await typesetter.set(facts.author.name, 'label', {
		width: 390,
		sizes: [25, 20],
		maxLines: 1,
		leading: 1,
	})
	// Short texts are centered, so that no hole gapes below them
	const slack = text ? Math.max(0, textHeight - text.height) : 0
	return shareSvg(
		drawCover(facts.cover, COVER) +
			title.svg +
			drawStars(facts.rating, LEFT - 4, starsTop, STAR_SIZE) +
			(text?.draw(LEFT, textTop + slack * 0.4, COLORS.text) ?? '') +
			face +
			(name?.draw(LEFT + FACE_SIDE + 16, FOOT - FACE_SIDE / 2 - name.size / 2, COLORS.text) ?? '') +
			(await drawBrand(typesetter, { right: SHARE_WIDTH - MARGIN }, FOOT - FACE_SIDE / 2)),
	)
}

async function drawTitle(typesetter: Typesetter, { game, year }: ReviewFacts) {
	const size = 34
	const leading = 1.15
	const yearText = year && (await typesetter.set(year, 'label', { width: 200, sizes: [size], maxLines: 1, leading }))
	const gap = 14
	const yearRoom = yearText ? yearText.width + gap : 0
	const title = await typesetter.set(game, 'heading', {
		width: WIDTH,
		sizes: [size],
		maxLines: 2,
		leading,
		isBalanced: true,
	})
	if (!title) return { height: 0, svg: '' }
	const top = COVER.y - (size * (leading - 0.68)) / 2
	const hasYear = yearText && title.lineCount === 1 && title.width + yearRoom <= WIDTH
	const yearLeft = title.isRightToLeft ? LEFT + WIDTH - title.width - yearRoom : LEFT + title.width + gap
	return {
		height: title.height,
		svg: title.draw(LEFT, top, COLORS.text) + (hasYear ? yearText.draw(yearLeft, top, COLORS.muted) : ''),
	}
}

/** Sets the text as large as it fits: the shorter it is, the larger. */
async function setText(typesetter: Typesetter, text: string, height: number): Promise<TextBlock | undefined> {
	const sizes = [64, 54, 46, 40, 34]
	const maxLines = sizes.map((size, index) => Math.min(Math.floor(height / (size * LEADING)), index < 2 ? 2 : 9))
	return typesetter.set(quote(excerpt(text, MAX_LETTERS)), 'reading', {
		width: WIDTH,
		sizes,
		maxLines,
		leading: LEADING,
		isBalanced: true,
	})
}

/** Puts a text into the quotation marks of its script, unless it begins with one or has no letters. */
function quote(text: string): string {
	if (/^["“”„«»「『‘']/.test(text) || !/[\p{L}\p{N}]/u.test(text)) return text
	const [open, close] = findMarks(text)
	return `${open}${text}${close}`
}

function findMarks(text: string): readonly [string, string] {
	const [letter = ''] = /\p{L}/u.exec(text) ?? []
	// Mirrored in text that runs from right to left
	if (/[\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(letter)) return ['«', '»']
	if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['「', '」']
	if (/\p{Script=Hebrew}/u.test(letter)) return ['”', '”']
	return ['“', '”']
}
