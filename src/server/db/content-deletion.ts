import { v7 as uuidv7 } from 'uuid'
import { type Purges, MAX_DIRECT_DELETE_ROWS } from './purges.ts'
import { type ContentKind, deleteOrHideContent } from './queries-purges.ts'
import type { Db } from './tables.ts'

interface DeletionServices {
	db: Db
	purges: Purges
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/**
 * Deletes a review or list of the user, or a comment that is theirs or on a review of theirs, with all its dependents;
 * false if it does not exist or is not theirs to delete. Large content is hidden at once and deleted in batches.
 */
export async function deleteContent(
	{ db, purges, clock }: DeletionServices,
	kind: ContentKind,
	id: string,
	userId: string,
): Promise<boolean> {
	const nowMs = clock()
	// The hidden account that takes over large content until it is purged
	const ownerId = uuidv7({ msecs: nowMs })
	const at = new Date(nowMs).toISOString()
	const isHidden = await deleteOrHideContent(db, { kind, id, userId, ownerId: ownerId, at, maxRows: MAX_DIRECT_DELETE_ROWS })
	if (isHidden) await purges.begin(ownerId)
	return isHidden != null
}
