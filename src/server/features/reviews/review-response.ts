import { REVIEW_NOT_FOUND, type Review } from '#contract/reviews.ts'
import type { Db } from '#server/db/tables.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { findRemovedReview, findReview } from './queries.ts'
import { type ReviewRow, toReview, toReviewSpoilerSubject } from './queries-rows.ts'

interface Reading {
	/** Null for a visitor. */
	viewerId: string | null
	/** Whether the viewer asked for the spoilers. */
	reveal?: boolean | undefined
}

/** Converts rows to the reviews that a viewer gets. */
export async function toReviews(db: Db, rows: readonly ReviewRow[], { viewerId, reveal }: Reading): Promise<Review[]> {
	const reader = await loadTextReader(db, viewerId, rows.map(toReviewSpoilerSubject), { reveal })
	return rows.map((row) => toReview(row, reader))
}

/** Loads a review as the viewer sees it. Throws 404 if it does not exist. */
export async function loadReview(db: Db, id: string, reading: Reading): Promise<Review> {
	const { viewerId } = reading
	const row =
		(await findReview(db, id, viewerId)) ?? (viewerId === null ? undefined : await findRemovedReview(db, id, viewerId))
	const [review] = row ? await toReviews(db, [row], reading) : []
	if (!review) throw notFound(REVIEW_NOT_FOUND)
	return review
}
