import { sql } from 'kysely'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import {
	andForViewer,
	isFollowedBy,
	isNotBlocked,
	isVisibleTo,
	minusHidden,
	PUBLIC_COLUMNS,
} from '#server/features/users/queries-rows.ts'

/** Makes a user follow another. `userExists` is false if the followed user does not exist for them, `added` if the follow already did. */
export async function addFollow(
	db: Db,
	follow: { followerId: string; followedId: string; at: string },
): Promise<{ userExists: boolean; added: boolean }> {
	const { rows } = await sql<{ known: boolean; added: boolean }>`
		with followed as (select id from visible_users where id = ${follow.followedId} and ${isVisibleTo(follow.followerId, 'id')}), added as (
			insert into follows (follower_id, followed_id, created_at)
			select ${follow.followerId}::uuid, id, ${follow.at}::timestamptz from followed on conflict do nothing returning followed_id
		)
		select exists (select from followed) as known, exists (select from added) as added`.execute(db)
	const { known = false, added = false } = rows[0] ?? {}
	// Without a row although the user is there, it was there before, or a block has just prevented it
	const userExists = added || (known && (await isFollowing(db, follow.followerId, follow.followedId)))
	return { userExists, added }
}

export async function removeFollow(db: Db, followerId: string, followedId: string): Promise<void> {
	await db.deleteFrom('follows').where('follower_id', '=', followerId).where('followed_id', '=', followedId).execute()
}

export async function isFollowing(db: Db, followerId: string, followedId: string): Promise<boolean> {
	const row = await db
		.selectFrom('follows')
		.select('followed_id')
		.where('follower_id', '=', followerId)
		.where('followed_id', '=', followedId)
		.executeTakeFirst()
	return row !== undefined
}

/** Lists a user's `followers`, or the users they are `following`, latest first: one more than `limit` if there are more. */
export function listFollowRows(
	db: Db,
	side: 'followers' | 'following',
	userId: string,
	viewerId: string | null,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
) {
	const [own, other] =
		side === 'followers' ? (['f.followed_id', 'f.follower_id'] as const) : (['f.follower_id', 'f.followed_id'] as const)
	let query = db
		.selectFrom('follows as f')
		.innerJoin('visible_users as u', 'u.id', other)
		.select(PUBLIC_COLUMNS.map((column) => `u.${column}` as const))
		.select('f.created_at as followed_at')
		.select(isFollowedBy(viewerId, 'u.id').as('is_following'))
		.where(own, '=', userId)
		.where(isVisibleTo(viewerId, other))
		.orderBy('f.created_at', 'desc')
		.orderBy(other, 'desc')
		.limit(sql.lit(roundUpLimit(window.limit + 1)))
	if (window.after)
		query = query.where(
			sql<boolean>`(f.created_at, ${sql.ref(other)}) < (${window.after[0]}::timestamptz, ${window.after[1]}::uuid)`,
		)
	else if (window.page > 1) query = query.offset((window.page - 1) * window.limit)
	return query.execute()
}

/**
 * Counts a user's `followers`, or the users they are `following`, as `listFollowRows` lists them; undefined if the user does not
 * exist for the viewer (null: a visitor).
 */
export async function countFollows(
	db: Db,
	side: 'followers' | 'following',
	userId: string,
	viewerId: string | null,
): Promise<number | undefined> {
	const [stored, own, other] =
		side === 'followers'
			? ['follower_count', 'followed_id', 'follower_id']
			: ['following_count', 'follower_id', 'followed_id']
	// Follows of banned accounts stay stored, and come back with them
	const ofAccount = `(select count(*) from follows f join visible_users v on v.id = f.${other} where f.${own} = $1 and f.${other} = hidden.id)`
	const text = `select ${stored} - (select count(*)::int from follows f join hidden_users h on h.user_id = f.${other} where f.${own} = $1)
			${minusHidden(viewerId, 'blocked_pairs', ofAccount, '$2')} as n
		from visible_users where id = $1${andForViewer(viewerId, isNotBlocked('id', '$2'))}`
	const [row] = await rawQuery<{ n: number }>(db, text, viewerId === null ? [userId] : [userId, viewerId])
	return row?.n
}
