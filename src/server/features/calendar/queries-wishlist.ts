import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Stores the hash of the address of an account's wishlist calendar, in the place of an earlier one; returns the account's name. */
export async function storeWishlistAddress(
	db: Db,
	{ userId, hash, at }: { userId: string; hash: string; at: string },
): Promise<{ username: string }> {
	const { rows } = await sql<{ username: string }>`
		insert into wishlist_calendars (user_id, hash, created_at) values (${userId}, ${hash}, ${at})
		on conflict (user_id) do update set hash = excluded.hash, created_at = excluded.created_at
		returning (select username from users where id = user_id)`.execute(db)
	if (!rows[0]) throw new Error('An insert without a row')
	return rows[0]
}

/** Returns when the address of an account's wishlist calendar was made; undefined if there is none. */
export async function findWishlistAddress(db: Db, userId: string): Promise<string | undefined> {
	const row = await db
		.selectFrom('wishlist_calendars')
		.select('created_at')
		.where('user_id', '=', userId)
		.executeTakeFirst()
	return row?.created_at
}

/** Deletes the address of an account's wishlist calendar. Returns false if there is none. */
export async function deleteWishlistAddress(db: Db, userId: string): Promise<boolean> {
	const deleted = await db
		.deleteFrom('wishlist_calendars')
		.where('user_id', '=', userId)
		.returning('user_id')
		.executeTakeFirst()
	return deleted !== undefined
}

/** Finds the account to whose wishlist calendar a name and the hash of a token lead, unless it is banned or being deleted. */
export async function findWishlistOwner(
	db: Db,
	{ username, hash }: { username: string; hash: string },
): Promise<{ id: string; username: string } | undefined> {
	const { rows } = await sql<{ id: string; username: string }>`
		select u.id, u.username from wishlist_calendars c join visible_users u on u.id = c.user_id
		where c.hash = ${hash} and lower(u.username) = lower(${username})`.execute(db)
	return rows[0]
}
