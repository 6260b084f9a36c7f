import { v7 as uuidv7 } from 'uuid'
import { type ContentKind, deleteOrHideContent } from './purge-queries.ts'
import { MAX_DIRECT_DELETE_ROWS, type Purges } from './purges.ts'
import type { Db } from './tables.ts'

interface DeletionServices {
	db: Db
	purges: Purges
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/**
 * Deletes a user's review or list, or a comment written by the user or on the user's review, with all its dependents.
 * Returns false if it does not exist or the user may not delete it. Large content is hidden at once and deleted in batches.
 * With `keepRating` the rating of a review stays in the user's library.
 */
export async function deleteContent(
	{ db, purges, clock }: DeletionServices,
	kind: ContentKind,
	id: string,
	userId: string,
	{ keepRating = false } = {},
): Promise<boolean> {
	const nowMs = clock()
	// The hidden account that owns large content until it is purged
	const ownerId = uuidv7({ msecs: nowMs })
	const at = new Date(nowMs).toISOString()
	const wasHidden = await deleteOrHideContent(db, {
		kind,
		id,
		userId,
		ownerId,
		at,
		maxRows: MAX_DIRECT_DELETE_ROWS,
		keepRating,
	})
	if (wasHidden) await purges.start(ownerId)
	return wasHidden != null
}
