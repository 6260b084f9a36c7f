import { v7 as uuidv7 } from 'uuid'
import { SMALL_ROWS } from '#server/db/purges.ts'
import { type DeletedKind, deleteOrHideFact } from '#server/db/queries-purges.ts'
import { now, type Services } from '#server/services.ts'

/**
 * Deletes a review or list of the user, or a comment that is theirs or on a review of theirs, with everything that hangs
 * on it; false when it is not theirs to delete or gone. What is big is hidden at once and deleted in batches.
 */
export async function deleteFact(services: Services, kind: DeletedKind, id: string, userId: string): Promise<boolean> {
	// the hidden account to which a big one is handed over
	const grave = uuidv7({ msecs: services.clock() })
	const left = await deleteOrHideFact(services.db, { kind, id, userId, grave, at: now(services), mostRows: SMALL_ROWS })
	if (left) await services.purges.begin(grave)
	return left != null
}
