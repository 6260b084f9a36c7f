import type { Db } from '#server/db/tables.ts'

/** The fields of a profile to change; absent ones stay. */
export interface ProfileFields {
	name?: string | null
	bio?: string | null
	picture?: string | null
}

/** Changes a profile; a picture in use is no longer an orphan. */
export async function updateProfileFields(db: Db, userId: string, fields: ProfileFields): Promise<void> {
	if (Object.keys(fields).length === 0) return
	await db.transaction().execute(async (transaction) => {
		await transaction.updateTable('users').set(fields).where('id', '=', userId).execute()
		if (fields.picture) await transaction.deleteFrom('unused_pictures').where('picture', '=', fields.picture).execute()
	})
}
