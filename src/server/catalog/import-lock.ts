import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Another import is under way. */
export class ImportRunning extends Error {
	constructor() {
		super('Another import into this database is running. Wait until it has ended, or stop it.')
	}
}

// any number that nothing else on the server takes
const LOCK = 5_091_159

/** Does work that only one program at a time may do on a database. Throws `ImportRunning`. */
export function oneAtATime<T>({ kind, db }: Database, work: () => Promise<T>): Promise<T> {
	// only one program can have it open
	if (kind === 'embedded') return work()
	return db.connection().execute(async (connection) => {
		const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK)}) as taken`.execute(
			connection,
		)
		if (!rows[0]?.taken) throw new ImportRunning()
		try {
			return await work()
		} finally {
			// with the connection gone the lock is gone
			await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(connection).catch(() => undefined)
		}
	})
}
