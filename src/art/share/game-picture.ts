import type { Typesetter } from '#art/text/text-block.ts'
import { drawColumns } from './columns.ts'
import {
	COLORS,
	countOf,
	drawBrand,
	drawCover,
	drawStar,
	drawVeil,
	type EmbeddedPicture,
	MARGIN,
	SHARE_WIDTH,
	shareSvg,
} from './frame.ts'

/** What the picture of a game shows. */
export interface GameFacts {
	name: string
	year: string | null
	studio: string | null
	cover: EmbeddedPicture
	averageRating: number
	/** The number of ratings for each half star. */
	ratingCounts: readonly number[]
}

const COVER = { x: MARGIN, y: 95, width: 330, height: 440 }
const LEFT = COVER.x + COVER.width + 56
const WIDTH = SHARE_WIDTH - MARGIN - LEFT
const FOOT = COVER.y + COVER.height

/** Draws the picture of a game over its backdrop: the cover, the title, the average and the histogram of its ratings. */
export async function gamePicture(typesetter: Typesetter, facts: GameFacts): Promise<string> {
	const title = await typesetter.set(facts.name, 'heading', {
		width: WIDTH,
		sizes: [84, 72, 60, 50],
		maxLines: [1, 2, 3, 4],
		leading: 1.06,
		isBalanced: true,
	})
	const top = COVER.y - (title ? (title.size * (1.06 - 0.68)) / 2 : 0)
	const line = [facts.year, facts.studio].filter((part) => part !== null).join(' · ')
	const studio = await typesetter.set(line, 'label', { width: WIDTH, sizes: [28], maxLines: 1 })
	const studioLeft = title?.isRightToLeft && studio ? LEFT + WIDTH - studio.width : LEFT
	return shareSvg(
		drawVeil('veil', [
			[0, 0.55],
			[0.34, 0.86],
			[0.72, 0.8],
			[1, 0.64],
		]) +
			drawVeil(
				'floor',
				[
					[0, 0],
					[0.55, 0.3],
					[1, 0.86],
				],
				true,
			) +
			drawCover(facts.cover, COVER) +
			(title?.draw(LEFT, top, COLORS.text) ?? '') +
			(studio?.draw(studioLeft, top + (title?.height ?? 0) + 8, COLORS.muted) ?? '') +
			(await drawRatings(typesetter, facts)) +
			(await drawBrand(typesetter, { right: SHARE_WIDTH - MARGIN }, FOOT - 16)),
	)
}

async function drawRatings(typesetter: Typesetter, { averageRating, ratingCounts }: GameFacts): Promise<string> {
	const count = ratingCounts.reduce((sum, number) => sum + number, 0)
	const caption = await typesetter.set(count === 0 ? 'No ratings yet' : `from ${countOf(count, 'rating')}`, 'label', {
		width: 400,
		sizes: [24],
		maxLines: 1,
		leading: 1.2,
	})
	if (count === 0) return caption?.draw(LEFT, FOOT - 30, COLORS.muted) ?? ''
	const figure = await typesetter.set(averageRating.toFixed(1), 'heading', {
		width: 300,
		sizes: [96],
		maxLines: 1,
		leading: 0.8,
	})
	const figureTop = FOOT - 30 - (figure?.height ?? 0) - 6
	const figureWidth = figure?.width ?? 0
	const barsLeft = LEFT + figureWidth + 96
	return (
		(figure?.draw(LEFT - 3, figureTop, COLORS.text) ?? '') +
		drawStar(LEFT + figureWidth + 6, figureTop + 14, 52) +
		(caption?.draw(LEFT, FOOT - 30, COLORS.muted) ?? '') +
		drawColumns(ratingCounts, { x: barsLeft, y: FOOT - 132, width: 250, height: 92 })
	)
}
