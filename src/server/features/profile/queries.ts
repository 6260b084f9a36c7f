import type { Db } from '#server/db/tables.ts'

/** The fields of a profile to change; absent ones stay. */
export interface ProfileChanges {
	name?: string | null
	bio?: string | null
	picture?: string | null
}

/** Changes a profile; a picture in use is no longer an orphan. */
export async function updateProfileFields(db: Db, userId: string, changes: ProfileChanges): Promise<void> {
	if (Object.keys(changes).length === 0) return
	await db.transaction().execute(async (transaction) => {
		await transaction.updateTable('users').set(changes).where('id', '=', userId).execute()
		if (changes.picture)
			await transaction.deleteFrom('unused_pictures').where('picture', '=', changes.picture).execute()
	})
}
