import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { isVisibleTo } from '#server/features/users/queries-rows.ts'

/** Likes a list that the user may see. Returns false if they have already liked it or it does not exist. */
export async function addListLike(db: Db, like: { listId: string; userId: string; at: string }): Promise<boolean> {
	const { rows } = await sql`
		insert into list_likes (list_id, user_id, created_at)
		select id, ${like.userId}::uuid, ${like.at}::timestamptz from lists
		where id = ${like.listId} and user_id in (select id from visible_users) and (visibility <> 'private' or user_id = ${like.userId})
			and ${isVisibleTo(like.userId, 'user_id')}
		on conflict do nothing returning list_id`.execute(db)
	return rows.length > 0
}

/** Takes back a like, if there is one. */
export async function deleteListLike(db: Db, listId: string, userId: string): Promise<void> {
	await db.deleteFrom('list_likes').where('list_id', '=', listId).where('user_id', '=', userId).execute()
}

/** Counts the likes of a list; undefined if the viewer may not see it. */
export async function countListLikes(db: Db, listId: string, viewerId: string): Promise<number | undefined> {
	const row = await db
		.selectFrom('lists')
		.innerJoin('visible_users', 'visible_users.id', 'lists.user_id')
		.innerJoin('list_counts', 'list_counts.id', 'lists.id')
		.select('list_counts.likes')
		.where('lists.id', '=', listId)
		.where((where) => where.or([where('visibility', '<>', 'private'), where('lists.user_id', '=', viewerId)]))
		.where(isVisibleTo(viewerId, 'lists.user_id'))
		.executeTakeFirst()
	return row?.likes
}
