import { usernameKey } from '#contract/users.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'
import { andForViewer, isNotBlocked } from '#server/features/users/queries-rows.ts'

/** The user whose library is read. */
export interface LibraryOwner {
	id: string
	username: string
}

/** Finds a user who exists for the viewer (null: a visitor) by id or, ignoring case, by name. */
export async function findLibraryOwner(
	db: Db,
	user: { userId: string } | { username: string },
	viewerId: string | null,
): Promise<LibraryOwner | undefined> {
	const [column, value] = 'userId' in user ? ['id', user.userId] : ['lower(username)', usernameKey(user.username)]
	const isVisible = andForViewer(viewerId, isNotBlocked('id', '$2'))
	const text = `select id, username from visible_users where ${column} = $1${isVisible}`
	return (await rawQuery<LibraryOwner>(db, text, viewerId === null ? [value] : [value, viewerId]))[0]
}
