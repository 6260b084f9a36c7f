import { Transaction } from 'kysely'
import { withRetry } from './retry.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Does work in a transaction, the one that is open or its own: all of it or, when it throws, none. A transaction of its own that
 * the database undoes because it crossed another one is done again from the start, so the work may change nothing outside of it.
 */
export function inTransaction<T>(db: Db, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
	if (db instanceof Transaction) return work(db)
	return withRetry(() => db.transaction().execute(work))
}
