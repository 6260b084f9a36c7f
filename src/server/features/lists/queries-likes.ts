import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Likes a list that the user may see. Returns false if they have already liked it or it does not exist. */
export async function addListLike(db: Db, like: { listId: string; userId: string; at: string }): Promise<boolean> {
	const { rows } = await sql`
		insert into list_likes (list_id, user_id, created_at)
		select id, ${like.userId}::uuid, ${like.at}::timestamptz from visible_lists(${like.userId}) where id = ${like.listId}
		on conflict do nothing returning list_id`.execute(db)
	return rows.length > 0
}

/** Takes back a like, if there is one. */
export async function deleteListLike(db: Db, listId: string, userId: string): Promise<void> {
	await db.deleteFrom('list_likes').where('list_id', '=', listId).where('user_id', '=', userId).execute()
}

/** Counts the likes of a list; undefined if the viewer may not see it. */
export async function countListLikes(db: Db, listId: string, viewerId: string): Promise<number | undefined> {
	const { rows } = await sql<{ likes: number }>`
		select c.likes from visible_lists(${viewerId}) t join list_counts c on c.id = t.id where t.id = ${listId}`.execute(
		db,
	)
	return rows[0]?.likes
}
