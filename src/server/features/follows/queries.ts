import { sql } from 'kysely'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { PUBLIC_USER } from '#server/features/users/queries.ts'
import { minusHidden, type PublicRow } from '#server/features/users/queries-rows.ts'

/** Makes a user follow another. `userExists` is false if the followed user does not exist for them, `added` if the follow already did. */
export async function addFollow(
	db: Db,
	follow: { followerId: string; followedId: string; at: string },
): Promise<{ userExists: boolean; added: boolean }> {
	const { rows } = await sql<{ known: boolean; added: boolean }>`
		with followed as (select id from visible_users(${follow.followerId}) where id = ${follow.followedId}), added as (
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
export async function listFollowRows(
	db: Db,
	side: 'followers' | 'following',
	userId: string,
	viewerId: string | null,
	{ page, limit, after }: { page: number; limit: number; after: readonly (string | number)[] | undefined },
): Promise<(PublicRow & { followed_at: string; is_following: boolean })[]> {
	const { own, other } = SIDES[side]
	const conditions = [
		sql`${own} = ${userId}`,
		...(after ? [sql`(f.created_at, ${other}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
	]
	const { rows } = await sql<PublicRow & { followed_at: string; is_following: boolean }>`
		select ${PUBLIC_USER}, f.created_at as followed_at,
			exists (select from follows where follower_id = ${viewerId} and followed_id = u.id) as is_following
		from follows f join visible_users(${viewerId}) u on u.id = ${other}
		where ${sql.join(conditions, sql` and `)}
		order by f.created_at desc, ${other} desc limit ${sql.lit(roundUpLimit(limit + 1))}
		${!after && page > 1 ? sql`offset ${(page - 1) * limit}` : sql``}`.execute(db)
	return rows
}

const SIDES = {
	followers: { count: sql`follower_count`, own: sql`f.followed_id`, other: sql`f.follower_id` },
	following: { count: sql`following_count`, own: sql`f.follower_id`, other: sql`f.followed_id` },
}

const MAX_FOLLOWS_LOOKED_UP = 2_000

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
	const { count, own, other } = SIDES[side]
	// Follows of banned accounts stay stored, and come back with them
	const ofAccount = sql`(select count(*) from follows f join visible_users v on v.id = ${other} where ${own} = ${userId} and ${other} = hidden.id)`
	// Of few follows each is looked up among the hidden accounts; of many each hidden account is looked up among the follows
	const ofHidden = sql`case when ${count} > ${sql.lit(MAX_FOLLOWS_LOOKED_UP)}
		then (select count(*) from hidden_users h where exists (select from follows f where ${own} = ${userId} and ${other} = h.user_id offset 0))
		else (select count(*) from follows f where ${own} = ${userId} and exists (select from hidden_users h where h.user_id = ${other} offset 0)) end`
	const { rows } = await sql<{ n: number }>`
		select ${count} - (${ofHidden})::int
			${minusHidden(viewerId, 'blocked_pairs', ofAccount)} as n
		from visible_users(${viewerId}) where id = ${userId}`.execute(db)
	return rows[0]?.n
}
