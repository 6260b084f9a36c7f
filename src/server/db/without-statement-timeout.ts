import { type Kysely, sql } from 'kysely'
import { LIFT_LIMITS, RESTORE_LIMITS } from './statement-timeout.ts'
import type { Tables } from './tables.ts'

/** Runs background work on its own connection, whose statements have no time limit. */
export function withoutStatementTimeout<T>(
	db: Kysely<Tables>,
	work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
	return db.connection().execute(async (connection) => {
		await sql.raw(LIFT_LIMITS).execute(connection)
		const restore = () => sql.raw(RESTORE_LIMITS).execute(connection)
		try {
			const result = await work(connection)
			await restore()
			return result
		} catch (error) {
			// On a lost connection this fails too, and the original error says more
			await restore().catch(() => {})
			throw error
		}
	})
}
