import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Does work on a connection of its own whose statements have no time limit: nobody waits for an answer to it. */
export function unhurried<T>(db: Kysely<Tables>, work: (connection: Kysely<Tables>) => Promise<T>): Promise<T> {
	return db.connection().execute(async (connection) => {
		await sql`set statement_timeout = 0`.execute(connection)
		try {
			return await work(connection)
		} finally {
			await sql`reset statement_timeout`.execute(connection)
		}
	})
}
