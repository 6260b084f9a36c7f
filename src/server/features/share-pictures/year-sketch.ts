import { yearPicturePath, yearPosterPath } from '#contract/share-pictures.ts'
import type { Db } from '#server/db/tables.ts'
import { listGamePictures } from '#server/features/media/queries-game-pictures.ts'
import { findYearInReview } from '#server/features/stats/queries-year.ts'
import { findUser } from '#server/features/users/queries.ts'
import { toPublicUser } from '#server/features/users/queries-rows.ts'
import { FACE_SIDE, type Sketch } from './sketches.ts'

const COVERS = { year: { width: 252, height: 336 }, poster: { width: 312, height: 416 } } as const

interface YearSketch {
	userId: string
	year: number
	kind: 'year' | 'poster'
	/** In milliseconds. */
	now: number
}

/** Sketches a picture of a year in review; undefined if visitors see no such person, or nothing in that year. */
export async function sketchYear(db: Db, { userId, year, kind, now }: YearSketch): Promise<Sketch | undefined> {
	const row = await findUser(db, userId, null)
	const review = row && (await findYearInReview(db, userId, year, { now, viewerId: null }))
	if (!row || !review || review.games === 0) return undefined
	const user = toPublicUser(row)
	const { username: name, profilePicture } = user
	const pictures = await listGamePictures(
		db,
		review.covers.map(({ id }) => id),
	)
	const { isSoFar, games, minutesPlayed, ratingCounts, best } = review
	const facts = {
		year,
		isSoFar,
		games,
		minutesPlayed,
		best: best && { name: best.game.name, rating: best.rating },
		monthCounts: review.months.map(({ count }) => count),
		ratingCounts,
	}
	return {
		path: (kind === 'year' ? yearPicturePath : yearPosterPath)(user, year, review),
		shown: [kind, facts, name, profilePicture, pictures.map(({ cover }) => cover)],
		async load(loader) {
			const [covers, backdrop, picture] = await Promise.all([
				Promise.all(pictures.map((game) => loader.cover(game, COVERS[kind]))),
				pictures[0] && loader.softCover(pictures[0]),
				loader.portrait(profilePicture, FACE_SIDE),
			])
			return { request: { kind, facts: { ...facts, covers, person: { name, picture } } }, backdrop }
		},
	}
}
