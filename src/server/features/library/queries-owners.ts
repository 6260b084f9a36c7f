import { usernameKey } from '#contract/users.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'

/** The user whose library is read. */
export interface LibraryOwner {
	id: string
	username: string
}

/** Finds a visible user by id or, ignoring case, by name. */
export async function findLibraryOwner(
	db: Db,
	user: { userId: string } | { username: string },
): Promise<LibraryOwner | undefined> {
	const [column, value] = 'userId' in user ? ['id', user.userId] : ['lower(username)', usernameKey(user.username)]
	return (await rawQuery<LibraryOwner>(db, `select id, username from visible_users where ${column} = $1`, [value]))[0]
}
