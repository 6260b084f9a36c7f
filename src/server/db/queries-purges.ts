import { sql } from 'kysely'
import type { Db } from './tables.ts'

const ACCOUNTS_AT_ONCE = 100

export type DeletedKind = 'review' | 'comment' | 'list'

/**
 * Deletes what a user may delete when it has at most `mostRows` rows (false), else hands it over to the hidden account
 * `grave` (true); null where it is gone or not theirs to delete.
 */
export async function deleteOrHideFact(
	db: Db,
	fact: { kind: DeletedKind; id: string; userId: string; grave: string; at: string; mostRows: number },
): Promise<boolean | null | undefined> {
	const { rows } = await sql<{ left: boolean | null }>`
		select delete_fact(${fact.kind}, ${fact.id}::uuid, ${fact.userId}::uuid, ${fact.grave}::uuid, ${fact.at}::timestamptz, ${fact.mostRows}::int) as left`.execute(
		db,
	)
	return rows[0]?.left
}

/** Deletes the next rows of a hidden account; 0 when it is gone, null while another process is at it. */
export async function purgeBatch(db: Db, accountId: string, most: number): Promise<number | null | undefined> {
	const { rows } = await sql<{
		gone: number | null
	}>`select purge_batch(${accountId}::uuid, ${most}::int) as gone`.execute(db)
	return rows[0]?.gone
}

export async function hiddenAccounts(db: Db): Promise<string[]> {
	const rows = await db.selectFrom('hidden_users').select('user_id').orderBy('since').limit(ACCOUNTS_AT_ONCE).execute()
	return rows.map(({ user_id }) => user_id)
}
