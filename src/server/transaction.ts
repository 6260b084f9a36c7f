import type { Kysely, Transaction } from 'kysely'
import { retrying } from './db/retrying.ts'
import type { Tables } from './db/tables.ts'

/**
 * Does work in a transaction: all of it or, when it throws, none. A transaction that the database undoes because it
 * crossed another one is done again from the start, so the work may change nothing outside of it.
 */
export function inTransaction<T>(
	db: Kysely<Tables>,
	work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
	return retrying(() => db.transaction().execute(work))
}
