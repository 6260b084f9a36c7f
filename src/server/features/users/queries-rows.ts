import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Profile, PublicUser } from '#contract/users.ts'
import type { Tables } from '#server/db/tables.ts'

/** The columns of `publicUserOf`. */
export const PUBLIC_COLUMNS = [
	'id',
	'username',
	'picture',
	'bio',
	'created_at',
	'review_count',
	'follower_count',
	'following_count',
	'list_count',
	'impressions_total',
] as const

/**
 * SQL that is true where the author of a row is not being deleted, for lists that are cut before they are joined with
 * their authors. Hidden accounts are few and soon gone.
 */
export const isAuthorVisible = (row: string) => `${row}.user_id <> all (array(select user_id from hidden_users))`

export type PublicRow = Pick<Selectable<Tables['users']>, (typeof PUBLIC_COLUMNS)[number]>

/** A user as anyone may see them. */
export function publicUserOf(row: PublicRow): PublicUser {
	return {
		id: row.id,
		username: row.username,
		profilePicture: row.picture,
		bio: row.bio,
		memberSince: row.created_at,
		createdAt: row.created_at,
		reviewCount: row.review_count,
		followerCount: row.follower_count,
		followingCount: row.following_count,
		listCount: row.list_count,
		impressionsCount: row.impressions_total,
	}
}

/** Whether the viewer follows the user of the row, whose id stands in `userId`; a visitor follows nobody. */
export function followedBy(viewerId: string | null, userId: 'users.id' | 'u.id'): RawBuilder<boolean> {
	return sql<boolean>`exists (select from follows where follower_id = ${viewerId} and followed_id = ${sql.ref(userId)})`
}

/** A user as one viewer sees them. */
export function profileOf(row: PublicRow & { is_following: boolean }, viewerId: string | null): Profile {
	return { ...publicUserOf(row), isFollowing: viewerId === null || viewerId === row.id ? null : row.is_following }
}
