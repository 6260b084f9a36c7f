import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

const BATCH_ROWS = 500

/**
 * Deletes the marks that followers have read of a user's public list, in batches, before it leaves their feeds: the
 * transaction that changes the list deletes what has been marked meanwhile.
 */
export async function deleteListReads(db: Db, listId: string, userId: string): Promise<void> {
	for (let deleted = BATCH_ROWS; deleted === BATCH_ROWS; ) {
		const { rows } = await sql`
			delete from activity_reads where ctid = any (array(
				select r.ctid from lists l join activity_reads r on r.activity_id = l.id
				where l.id = ${listId} and l.user_id = ${userId} and l.visibility = 'public' limit ${sql.lit(BATCH_ROWS)}
			)) returning activity_id`.execute(db)
		deleted = rows.length
	}
}
