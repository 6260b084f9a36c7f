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
	SHARE_WIDTH,
	shareSvg,
} from './frame.ts'

/** What the picture of a profile shows. */
export interface ProfileFacts {
	person: PersonFacts
	reviewCount: number
	listCount: number
	followerCount: number
	/** The covers of the games that they rated highest, up to five. */
	covers: readonly EmbeddedPicture[]
}

const FACE_SIDE = 168
const TOP = 64
const COVER_GAP = 22
const COVER_WIDTH = (SHARE_WIDTH - 2 * MARGIN - 4 * COVER_GAP) / 5
const COVER_HEIGHT = (COVER_WIDTH * 4) / 3
const COVER_TOP = 292

/** Draws the picture of a profile: the person, what they wrote in numbers, and the games that they rated highest. */
export async function profilePicture(typesetter: Typesetter, facts: ProfileFacts): Promise<string> {
	const { person, covers } = facts
	const left = MARGIN + FACE_SIDE + 40
	const width = SHARE_WIDTH - MARGIN - left
	const name = await typesetter.set(person.name, 'heading', {
		width,
		sizes: [76, 64, 54, 44, 36],
		maxLines: 1,
		leading: 1.1,
	})
	const counts = await typesetter.set(
		[
			countOf(facts.reviewCount, 'review'),
			countOf(facts.listCount, 'list'),
			countOf(facts.followerCount, 'follower'),
		].join('   ·   '),
		'label',
		{ width, sizes: [28, 24], maxLines: 1 },
	)
	// Without games the person stands in the middle
	const top = covers.length > 0 ? TOP : 210
	const textHeight = (name?.height ?? 0) + (counts?.height ?? 0) + 6
	const textTop = top + (FACE_SIDE - textHeight) / 2
	const countsTop = textTop + (name?.height ?? 0) + 6
	return shareSvg(
		(await drawFace(typesetter, person, MARGIN, top, FACE_SIDE)) +
			(name?.draw(left, textTop, COLORS.text) ?? '') +
			(counts?.draw(left, countsTop, COLORS.muted) ?? '') +
			drawRow(covers) +
			(await drawBrand(typesetter, { right: SHARE_WIDTH - MARGIN }, covers.length > 0 ? countsTop + 17 : 560)),
	)
}

/** The row goes on below the edge of the picture. */
function drawRow(covers: readonly EmbeddedPicture[]): string {
	return [0, 1, 2, 3, 4]
		.map((index) => {
			const place = {
				x: MARGIN + index * (COVER_WIDTH + COVER_GAP),
				y: COVER_TOP,
				width: COVER_WIDTH,
				height: COVER_HEIGHT,
			}
			const cover = covers[index]
			if (cover !== undefined) return drawCover(cover, place)
			if (covers.length === 0) return ''
			return rect(place.x, place.y, place.width, place.height, COLORS.raised, 'rx="5" fill-opacity=".55"')
		})
		.join('')
}
