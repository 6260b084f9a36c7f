import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Waits until no other transaction counts what waits of a network, which this one does until it ends. */
export async function lockNetwork(db: Db, hash: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`.execute(db)
}
