import type { Db } from '#server/db/tables.ts'

/** Registers a picture as an orphan before its files are written; an account can claim it until `keepUntil`. */
export async function addOrphanPicture(db: Db, picture: string, keepUntil: string): Promise<void> {
	await db.insertInto('unused_pictures').values({ picture, keep_until: keepUntil }).execute()
}

/** Returns up to 100 orphans that no account can claim any more. */
export async function findOrphanPictures(db: Db, at: string): Promise<string[]> {
	const rows = await db
		.selectFrom('unused_pictures')
		.select('picture')
		.where((where) => where.or([where('keep_until', 'is', null), where('keep_until', '<', at)]))
		.limit(100)
		.execute()
	return rows.map(({ picture }) => picture)
}

/** Deletes the record of an orphan whose files are deleted. */
export async function deleteOrphanRecord(db: Db, picture: string): Promise<void> {
	await db.deleteFrom('unused_pictures').where('picture', '=', picture).execute()
}
