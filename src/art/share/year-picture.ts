import type { Typesetter } from '#art/text/text-block.ts'
import { drawColumns } from './columns.ts'
import { drawFan } from './fan.ts'
import {
	COLORS,
	countOf,
	drawBrand,
	drawFace,
	drawStars,
	type EmbeddedPicture,
	MARGIN,
	type PersonFacts,
	SHARE_WIDTH,
	type Size,
	shareSvg,
} from './frame.ts'

/** What the pictures of a year in review show. */
export interface YearFacts {
	person: PersonFacts
	year: number
	isSoFar: boolean
	games: number
	minutesPlayed: number
	/** The covers of the best games, up to five. */
	covers: readonly EmbeddedPicture[]
	best: { name: string; rating: number | null } | null
	/** Games finished in each month. */
	monthCounts: readonly number[]
	/** The number of ratings for each half star. */
	ratingCounts: readonly number[]
}

const MINUTES_PER_HOUR = 60

const describe = ({ games, minutesPlayed }: YearFacts): string => {
	const hours = Math.round(minutesPlayed / MINUTES_PER_HOUR)
	return [countOf(games, 'game'), ...(hours > 0 ? [countOf(hours, 'hour')] : [])].join(', ')
}

const FAN = { center: 330, top: 165, cover: { width: 252, height: 336 } }
const LEFT = 664
const WIDTH = SHARE_WIDTH - MARGIN - LEFT
const FACE_SIDE = 52
const FOOT = 555

/** Draws the picture of a year in review: the best covers like a hand of cards, the year, what was played and by whom. */
export async function yearPicture(typesetter: Typesetter, facts: YearFacts): Promise<string> {
	const year = await typesetter.set(String(facts.year), 'heading', {
		width: WIDTH,
		sizes: [190],
		maxLines: 1,
		leading: 0.9,
	})
	const line = await typesetter.set(describe(facts), 'heading', {
		width: WIDTH,
		sizes: [44, 36, 30],
		maxLines: [1, 1, 2],
	})
	const soFar = facts.isSoFar
		? await typesetter.set('So far', 'label', { width: WIDTH, sizes: [30], maxLines: 1 })
		: undefined
	const name = await typesetter.set(facts.person.name, 'label', {
		width: WIDTH - FACE_SIDE - 16,
		sizes: [25, 22],
		maxLines: 1,
		leading: 1,
	})
	const yearTop = 168
	const lineTop = yearTop + (year?.height ?? 0) + 20
	return shareSvg(
		drawFan(facts.covers, FAN) +
			(year?.draw(LEFT - 8, yearTop, COLORS.text) ?? '') +
			(line?.draw(LEFT, lineTop, COLORS.text) ?? '') +
			(soFar?.draw(LEFT, lineTop + (line?.height ?? 0) + 4, COLORS.muted) ?? '') +
			(await drawFace(typesetter, facts.person, LEFT, FOOT - FACE_SIDE, FACE_SIDE)) +
			(name?.draw(LEFT + FACE_SIDE + 16, FOOT - FACE_SIDE / 2 - name.height / 2, COLORS.text) ?? '') +
			(await drawBrand(typesetter, { right: SHARE_WIDTH - MARGIN }, 92)),
	)
}

/** The size of the picture to save, in pixels: a phone's screen. */
export const POSTER_SIZE: Size = { width: 1080, height: 1920 }
const EDGE = 84
const INNER = POSTER_SIZE.width - 2 * EDGE
const POSTER_FACE = 88
const POSTER_FAN = { center: POSTER_SIZE.width / 2, top: 730, cover: { width: 312, height: 416 } }
const CHART = { width: 420, height: 130 }

/** Draws the picture of a year in review to save, in the size of a phone's screen. */
export async function yearPoster(typesetter: Typesetter, facts: YearFacts): Promise<string> {
	const left = EDGE + POSTER_FACE + 24
	const name = await typesetter.set(facts.person.name, 'heading', {
		width: POSTER_SIZE.width - EDGE - left,
		sizes: [48, 40, 32],
		maxLines: 1,
		leading: 1.1,
	})
	const year = await typesetter.set(String(facts.year), 'heading', {
		width: INNER,
		sizes: [320],
		maxLines: 1,
		leading: 0.86,
	})
	const text = facts.isSoFar ? `${describe(facts)} so far` : describe(facts)
	const line = await typesetter.set(text, 'heading', { width: INNER, sizes: [62, 52, 44], maxLines: [1, 1, 2] })
	const faceTop = 110
	const yearTop = faceTop + POSTER_FACE + 56
	return shareSvg(
		(await drawFace(typesetter, facts.person, EDGE, faceTop, POSTER_FACE)) +
			(name?.draw(left, faceTop + POSTER_FACE / 2 - name.height / 2, COLORS.text) ?? '') +
			(year?.draw(EDGE - 14, yearTop, COLORS.text) ?? '') +
			(line?.draw(EDGE, yearTop + (year?.height ?? 0) + 28, COLORS.text) ?? '') +
			drawFan(facts.covers, POSTER_FAN) +
			(await drawBest(typesetter, facts, 1270)) +
			(await drawCharts(typesetter, facts, 1560)) +
			(await drawBrand(typesetter, { left: EDGE }, POSTER_SIZE.height - 92, 36)),
		POSTER_SIZE,
	)
}

async function drawBest(typesetter: Typesetter, { best }: YearFacts, top: number): Promise<string> {
	if (!best) return ''
	const label = await typesetter.set('Game of the year', 'label', { width: INNER, sizes: [32], maxLines: 1 })
	const name = await typesetter.set(best.name, 'heading', {
		width: INNER,
		sizes: [68, 56, 46],
		maxLines: [1, 2, 2],
		leading: 1.08,
		isBalanced: true,
	})
	const nameTop = top + (label?.height ?? 0) + 6
	return (
		(label?.draw(EDGE, top, COLORS.muted) ?? '') +
		(name?.draw(EDGE, nameTop, COLORS.text) ?? '') +
		(best.rating === null ? '' : drawStars(best.rating, EDGE - 4, nameTop + (name?.height ?? 0) + 12, 48))
	)
}

/** Charts without a value are left out, and the other takes their place. */
async function drawCharts(typesetter: Typesetter, facts: YearFacts, top: number): Promise<string> {
	const charts = [
		{ label: 'Finished, January to December', counts: facts.monthCounts },
		{ label: 'Ratings, ½ to 5 stars', counts: facts.ratingCounts },
	].filter(({ counts }) => counts.some((count) => count > 0))
	const drawn = await Promise.all(
		charts.map(async ({ label, counts }, index) => {
			const x = EDGE + index * (INNER - CHART.width)
			const words = await typesetter.set(label, 'label', { width: CHART.width, sizes: [26], maxLines: 1 })
			return (
				drawColumns(counts, { x, y: top, ...CHART }) + (words?.draw(x, top + CHART.height + 14, COLORS.muted) ?? '')
			)
		}),
	)
	return drawn.join('')
}
