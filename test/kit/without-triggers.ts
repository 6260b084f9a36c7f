import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

/** Writes many rows on a connection of their own where no trigger fires, and whose statements have no time limit. */
export function withoutTriggers(
	db: Kysely<Tables>,
	work: (connection: Kysely<Tables>) => Promise<unknown>,
): Promise<void> {
	return withoutStatementTimeout(db, async (connection) => {
		await sql`set session_replication_role = replica`.execute(connection)
		try {
			await work(connection)
		} finally {
			// The connection goes back to those of the tests that follow
			await sql`set session_replication_role = origin`.execute(connection)
		}
	})
}
