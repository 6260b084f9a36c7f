import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Profile, PublicUser } from '#contract/users.ts'
import type { Tables } from '#server/db/tables.ts'

/** The columns that `toPublicUser` needs, those of `users` and those of `user_counts`. */
export const ACCOUNT_COLUMNS = ['username', 'picture', 'bio', 'created_at'] as const
export const COUNT_COLUMNS = [
	'review_count',
	'follower_count',
	'following_count',
	'list_count',
	'impressions_total',
] as const

/** The columns of `visible_users` that `toPublicUser` needs. */
export const PUBLIC_COLUMNS = ['id', ...ACCOUNT_COLUMNS, ...COUNT_COLUMNS] as const

/**
 * Returns SQL to append to a stored count, which is the same for everybody: ` - ` and how much of it a viewer does not see;
 * nothing for a visitor. `counted` is the part of the account `hidden.id`.
 */
export const minusHidden = (
	viewerId: string | null,
	pairs: 'blocked_pairs' | 'quiet_pairs',
	counted: RawBuilder<unknown>,
) =>
	viewerId === null
		? sql``
		: sql` - coalesce((select sum(${counted})::int from (select distinct hidden_id as id from ${sql.table(pairs)} where viewer_id = ${viewerId}::uuid) hidden), 0)`

export type PublicRow = Pick<Selectable<Tables['visible_users']>, (typeof PUBLIC_COLUMNS)[number]>

/** Converts a row to the public profile of a user. */
export function toPublicUser(row: PublicRow): PublicUser {
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

/** Converts a row to a profile as the viewer sees it. */
export function toProfile(row: PublicRow & { is_following: boolean }, viewerId: string | null): Profile {
	return { ...toPublicUser(row), isFollowing: viewerId === null || viewerId === row.id ? null : row.is_following }
}
