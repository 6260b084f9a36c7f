import type { Selectable } from 'kysely'
import type { PublicUser } from '#contract/users.ts'
import type { Tables } from '../db/tables.ts'

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

type PublicRow = Pick<Selectable<Tables['users']>, (typeof PUBLIC_COLUMNS)[number]>

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
