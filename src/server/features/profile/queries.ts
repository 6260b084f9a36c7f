import type { Db } from '#server/db/tables.ts'

/** What is to change of a profile; what is absent stays. */
export interface ProfileFields {
	name?: string | null
	bio?: string | null
	picture?: string | null
}

/** Changes a profile; a picture that is taken is no longer one that nobody has. */
export async function changeProfile(db: Db, userId: string, fields: ProfileFields): Promise<void> {
	if (Object.keys(fields).length === 0) return
	await db.transaction().execute(async (transaction) => {
		await transaction.updateTable('users').set(fields).where('id', '=', userId).execute()
		if (fields.picture) await transaction.deleteFrom('unused_pictures').where('picture', '=', fields.picture).execute()
	})
}
