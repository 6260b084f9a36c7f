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
 * Returns SQL that is true if the author of a row is not hidden, for lists that are limited before they are joined with their
 * authors. The database hashes the hidden accounts once per statement: there can be thousands, of removed texts.
 */
export const isAuthorVisible = (row: string) => `${row}.user_id not in (select user_id from hidden_users)`

/**
 * Returns SQL that is true if the viewer may see the account whose id is in column `id`: neither of them has blocked the other.
 * `viewer` is the placeholder of the viewer's id. For visitors, who see everybody, it is not needed, and without it their
 * statements stay as they are. For most members the statement learns once that there is nothing to look for; for the others it
 * looks each id up. `not in` would read all of theirs, and the planner counts that for each row: with a thousand blocks it
 * joined with all users instead.
 */
export const isNotBlocked = (id: string, viewer: string) => isUnpaired('blocked_pairs', id, viewer)

/** The same for what comes unasked, where the viewer does not meet those whom they have muted either. */
export const isNotQuiet = (id: string, viewer: string) => isUnpaired('quiet_pairs', id, viewer)

type Pairs = 'blocked_pairs' | 'quiet_pairs'

const isUnpaired = (pairs: Pairs, id: string, viewer: string) =>
	`(not (select exists (select from ${pairs} pair where pair.viewer_id = ${viewer}::uuid))
		or not exists (select from ${pairs} pair where pair.viewer_id = ${viewer}::uuid and pair.hidden_id = ${id}))`

/**
 * Returns SQL to append to a stored count, which is the same for everybody: ` - ` and how much of it a viewer does not see;
 * nothing for a visitor. `counted` is SQL of the part of the account `hidden.id`.
 */
export const minusHidden = (viewerId: string | null, pairs: Pairs, counted: string, viewer = '$1') =>
	viewerId === null
		? ''
		: ` - coalesce((select sum(${counted})::int from (select distinct hidden_id as id from ${pairs} where viewer_id = ${viewer}::uuid) hidden), 0)`

/** The same for `sql` templates. */
export const withoutHidden = (viewerId: string | null, pairs: Pairs, counted: RawBuilder<unknown>) =>
	viewerId === null
		? sql``
		: sql` - coalesce((select sum(${counted})::int from (select distinct hidden_id as id from ${sql.table(pairs)} where viewer_id = ${viewerId}::uuid) hidden), 0)`

/** The condition `isNotBlocked` for a query builder; true for a visitor. */
export function isVisibleTo(viewerId: string | null, id: string): RawBuilder<boolean> {
	if (viewerId === null) return sql<boolean>`true`
	const blocks = sql`select from blocked_pairs pair where pair.viewer_id = ${viewerId}::uuid`
	return sql<boolean>`(not (select exists (${blocks})) or not exists (${blocks} and pair.hidden_id = ${sql.ref(id)}))`
}

/** Returns ` and ` with the condition for a viewer, and nothing for a visitor. */
export const andForViewer = (viewerId: string | null, condition: string) =>
	viewerId === null ? '' : ` and ${condition}`

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
