import type { Db } from '#server/db/tables.ts'

/** Notes that a picture's files are about to be written, and until when somebody may come to have it. */
export async function announcePicture(db: Db, picture: string, keepUntil: string): Promise<void> {
	await db.insertInto('unused_pictures').values({ picture, keep_until: keepUntil }).execute()
}

/** Pictures that nobody has nor will have, some of them. */
export async function unusedPictures(db: Db, at: string): Promise<string[]> {
	const rows = await db
		.selectFrom('unused_pictures')
		.select('picture')
		.where((where) => where.or([where('keep_until', 'is', null), where('keep_until', '<', at)]))
		.limit(100)
		.execute()
	return rows.map(({ picture }) => picture)
}

/** Forgets a picture whose files are gone. */
export async function forgetPicture(db: Db, picture: string): Promise<void> {
	await db.deleteFrom('unused_pictures').where('picture', '=', picture).execute()
}
