import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockCatalog } from './queries-locks.ts'
import { findMissingRecords, withdrawRecords } from './queries-withdrawals.ts'

/** When more than one record in so many is missing, it is the reading that is not to be trusted. */
const MIN_RECORDS_PER_MISSING = 10
/** Fewer than these are believed in any case. */
const MAX_UNCHECKED_MISSING = 20

/**
 * Marks the records of a source that its whole reading has neither met nor refused as withdrawn, and hides the games that no source has any more
 * and nobody has reviewed or listed. Returns how many records that are; `believed` is false, and nothing is done, when
 * they are too many.
 */
export function withdrawMissingRecords(
	db: Db,
	source: string,
	refusedIds: readonly string[],
): Promise<{ withdrawn: number; believed: boolean }> {
	return inTransaction(db, async (transaction) => {
		await lockCatalog(transaction)
		const rows = await findMissingRecords(transaction, source, refusedIds)
		const withdrawn = rows.length
		if (withdrawn > MAX_UNCHECKED_MISSING && withdrawn * MIN_RECORDS_PER_MISSING > (rows[0]?.records ?? 0)) return { withdrawn, believed: false }
		if (withdrawn > 0) await withdrawRecords(transaction, rows)
		return { withdrawn, believed: true }
	})
}
