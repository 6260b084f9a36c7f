import { sql } from 'kysely'
import type { Db } from './tables.ts'

const MAX_PURGES = 100

/** Deletes the next rows of a purge. Returns 0 once it is over, null while another process does it. */
export async function purgeBatch(db: Db, id: string, maxRows: number): Promise<number | null | undefined> {
	const { rows } = await sql<{ gone: number | null }>`select purge_batch(${id}::uuid, ${maxRows}::int) as gone`.execute(
		db,
	)
	return rows[0]?.gone
}

/** Returns the ids of the oldest purges, 100 at most. */
export async function listPurges(db: Db): Promise<string[]> {
	const rows = await db.selectFrom('purges').select('id').orderBy('since').limit(MAX_PURGES).execute()
	return rows.map(({ id }) => id)
}

/** Deletes up to `maxRows` likes of a removed comment whose replies keep its tombstone, or the tombstone. Returns 0 once there are none. */
export async function deleteTombstones(db: Db, maxRows: number): Promise<number> {
	const { rows } = await sql<{ gone: number }>`select delete_tombstones(${maxRows}::int) as gone`.execute(db)
	return rows[0]?.gone ?? 0
}
