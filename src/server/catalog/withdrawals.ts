import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockCatalog } from './queries-locks.ts'
import { findMissingRecords, withdrawRecords } from './queries-withdrawals.ts'

/** If more than one record in ten is missing, the source is probably at fault. */
const MIN_RECORDS_PER_MISSING = 10
/** Up to this many missing records are always plausible. */
const MAX_UNCHECKED_MISSING = 20

/** The number of missing records. `isPlausible` is false if it exceeded the safety limit, so that nothing was withdrawn. */
export interface Withdrawal {
	count: number
	isPlausible: boolean
}

/**
 * Withdraws the records of a source that a full run has neither seen nor refused, and hides games that are left without
 * a source, unless someone has reviewed or listed them. Does nothing if the number is not plausible.
 */
export function withdrawMissingRecords(db: Db, source: string, refusedIds: readonly string[]): Promise<Withdrawal> {
	return inTransaction(db, async (transaction) => {
		await lockCatalog(transaction)
		const rows = await findMissingRecords(transaction, source, refusedIds)
		const count = rows.length
		if (count > MAX_UNCHECKED_MISSING && count * MIN_RECORDS_PER_MISSING > (rows[0]?.records ?? 0))
			return { count, isPlausible: false }
		if (count > 0) await withdrawRecords(transaction, rows)
		return { count, isPlausible: true }
	})
}
