import type { Db } from '#server/db/tables.ts'

/** Stores the hash of a deleted account's username. */
export async function addDeletedUsername(db: Db, hash: string, at: string): Promise<void> {
	await db
		.insertInto('deleted_usernames')
		.values({ hash, deleted_at: at })
		.onConflict((conflict) => conflict.column('hash').doUpdateSet({ deleted_at: at }))
		.execute()
}

/** Returns whether a username with this hash belonged to an account that was deleted after `since`. */
export async function isDeletedUsername(db: Db, hash: string, since: string): Promise<boolean> {
	const row = await db
		.selectFrom('deleted_usernames')
		.select('hash')
		.where('hash', '=', hash)
		.where('deleted_at', '>', since)
		.executeTakeFirst()
	return row !== undefined
}

/** Deletes the usernames of accounts that were deleted before the given time. */
export async function deleteOldUsernames(db: Db, before: string): Promise<void> {
	await db.deleteFrom('deleted_usernames').where('deleted_at', '<=', before).execute()
}
