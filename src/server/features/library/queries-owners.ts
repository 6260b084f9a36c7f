import { sql } from 'kysely'
import { usernameKey } from '#contract/users.ts'
import type { Db } from '#server/db/tables.ts'

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
	const isOwner = 'userId' in user ? sql`id = ${user.userId}` : sql`lower(username) = ${usernameKey(user.username)}`
	const { rows } = await sql<LibraryOwner>`
		select id, username from visible_users(${viewerId}) where ${isOwner}`.execute(db)
	return rows[0]
}
