import { sql } from 'kysely'
import type { Db } from './tables.ts'

const MAX_ACCOUNTS = 100

export type ContentKind = 'review' | 'comment' | 'list'

/**
 * Deletes content that has at most `maxRows` rows and returns false. Larger content is reassigned to the hidden account
 * `ownerId` for a purge, and the result is true. Returns null if the content is gone or the user may not delete it.
 */
export async function deleteOrHideContent(
	db: Db,
	content: {
		kind: ContentKind
		id: string
		userId: string
		ownerId: string
		at: string
		maxRows: number
		keepRating: boolean
	},
): Promise<boolean | null | undefined> {
	const { rows } = await sql<{ left: boolean | null }>`
		select delete_fact(${content.kind}, ${content.id}::uuid, ${content.userId}::uuid, ${content.ownerId}::uuid, ${content.at}::timestamptz, ${content.maxRows}::int, ${content.keepRating}) as left`.execute(
		db,
	)
	return rows[0]?.left
}

/** Deletes the next rows of a hidden account. Returns 0 once the account is gone, null while another process purges it. */
export async function purgeBatch(db: Db, accountId: string, maxRows: number): Promise<number | null | undefined> {
	const { rows } = await sql<{
		gone: number | null
	}>`select purge_batch(${accountId}::uuid, ${maxRows}::int) as gone`.execute(db)
	return rows[0]?.gone
}

/** Returns the ids of the longest hidden accounts, 100 at most. */
export async function listHiddenAccounts(db: Db): Promise<string[]> {
	const rows = await db
		.selectFrom('hidden_users')
		.select('user_id')
		.where('is_kept', '=', false)
		.orderBy('since')
		.limit(MAX_ACCOUNTS)
		.execute()
	return rows.map(({ user_id }) => user_id)
}

/** Deletes up to `maxRows` likes of a removed comment whose replies keep its place, or the place. Returns 0 once there are none. */
export async function deletePlaces(db: Db, maxRows: number): Promise<number> {
	const { rows } = await sql<{ gone: number }>`select delete_places(${maxRows}::int) as gone`.execute(db)
	return rows[0]?.gone ?? 0
}
