import { REVIEW_NOT_FOUND, type Review } from '#contract/reviews.ts'
import type { Db } from '#server/db/tables.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { findReview } from './queries.ts'
import { toReview } from './queries-rows.ts'

/** Loads a review as the viewer sees it. Throws 404 if it does not exist. */
export async function loadReview(db: Db, id: string, viewer: Viewer | null): Promise<Review> {
	const row = await findReview(db, id, viewer?.userId ?? null)
	if (!row) throw notFound(REVIEW_NOT_FOUND)
	return toReview(row)
}
