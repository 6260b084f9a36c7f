import { type Kysely, sql } from 'kysely'
import { LIFT_LIMITS, RESTORE_LIMITS } from './statement-timeout.ts'
import type { Tables } from './tables.ts'

/** Does work on a connection of its own whose statements have no time limit: nobody waits for an answer to it. */
export function withoutStatementTimeout<T>(db: Kysely<Tables>, work: (connection: Kysely<Tables>) => Promise<T>): Promise<T> {
	return db.connection().execute(async (connection) => {
		await sql.raw(LIFT_LIMITS).execute(connection)
		const restore = () => sql.raw(RESTORE_LIMITS).execute(connection)
		try {
			const result = await work(connection)
			await restore()
			return result
		} catch (error) {
			// A lost connection cannot be restored, and its own error says more
			await restore().catch(() => {})
			throw error
		}
	})
}
