import { Transaction } from 'kysely'
import { withRetry } from './retry.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Runs work in the open transaction or in a new one, which is rolled back if the work throws. A new transaction that fails
 * with a deadlock or a serialization failure is retried from the start, so the work must have no effects outside of it.
 */
export function inTransaction<T>(db: Db, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
	if (db instanceof Transaction) return work(db)
	return withRetry(() => db.transaction().execute(work))
}
