import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Finds a deletion by its code, with the percentage of its rows deleted: 100 when all are. */
export function findDeletion(db: Db, code: string) {
	return db
		.selectFrom('deletions')
		.select(['code', 'subject', 'requested_at', 'completed_at'])
		.select(
			sql<number>`case when account_id is null then 100
				else least(99, 100 * rows_deleted / greatest(1, rows_total))::int end`.as('progress'),
		)
		.where('code', '=', code.toUpperCase())
		.executeTakeFirst()
}

/** Completes the deletions requested before the given time, after which nothing is left outside the database either. */
export async function completeDeletions(db: Db, before: string, at: string): Promise<void> {
	await db
		.updateTable('deletions')
		.set({ completed_at: at })
		.where('completed_at', 'is', null)
		.where('requested_at', '<', before)
		.where('account_id', 'is', null)
		.execute()
}

/**
 * Hides an account until its rows are deleted, ends its sessions and frees its email address. Returns the username that it
 * had, or undefined if it was already gone.
 */
export async function hideAccount(db: Db, userId: string, code: string, at: string): Promise<string | undefined> {
	const { rows } = await sql<{ username: string; is_hidden: boolean }>`
		with account as materialized (select id, username from users where id = ${userId}::uuid and deleted_at is null for update)
		select username, hide_account(id, ${code}, ${at}::timestamptz) as is_hidden from account`.execute(db)
	return rows[0]?.is_hidden ? rows[0].username : undefined
}

/** Records a completed deletion of a connection, once per code. */
export async function addConnectionDeletion(db: Db, code: string, at: string): Promise<void> {
	await db
		.insertInto('deletions')
		.values({ code, requested_at: at, completed_at: at, subject: 'connection' })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
}
