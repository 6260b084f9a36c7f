import type { Tx } from '#server/db/tables.ts'

/** The fields of a profile to change; absent ones stay. */
export interface ProfileChanges {
	name?: string | null
	bio?: string | null
	picture?: string | null
}

/** Changes a profile; a picture in use is no longer an orphan. */
export async function updateProfileFields(db: Tx, userId: string, changes: ProfileChanges): Promise<void> {
	if (Object.keys(changes).length === 0) return
	await db.updateTable('users').set(changes).where('id', '=', userId).execute()
	if (changes.picture) await db.deleteFrom('unused_pictures').where('picture', '=', changes.picture).execute()
}
