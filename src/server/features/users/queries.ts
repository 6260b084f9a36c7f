import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { ModerationState, Period } from '#contract/shapes.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { type CurrentUser, usernameKey } from '#contract/users.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roleInForce, secondFactorDue } from '#server/db/roles.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { MODERATION_STATE } from '#server/features/moderation/queries-states.ts'
import {
	ACCOUNT_COLUMNS,
	andForViewer,
	COUNT_COLUMNS,
	isAccountVisible,
	isNotBlocked,
	isNotQuiet,
	PUBLIC_COLUMNS,
	type PublicRow,
	toPublicUser,
} from './queries-rows.ts'

type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnUser>>>

/** Converts a row to the user's own account. */
export function toOwnUser(row: OwnRow): CurrentUser {
	return {
		...toPublicUser(row),
		listCount: row.list_count + row.hidden_list_count,
		name: row.name,
		email: row.email,
		emailVerified: row.email_verified,
		needsUsernameSelection: row.needs_username,
		role: row.role,
		...(row.suspended_until === null ? {} : { suspendedUntil: row.suspended_until }),
		...(row.second_factor_due === null ? {} : { secondFactorDue: row.second_factor_due }),
		...(row.moderation ? { moderation: row.moderation } : {}),
		hasPassword: row.has_password,
		providers: row.providers,
	}
}

export function findOwnUser(db: Db, id: string) {
	return db
		.selectFrom('users')
		.innerJoin('user_counts', 'user_counts.id', 'users.id')
		.select([...ACCOUNT_COLUMNS, ...COUNT_COLUMNS, 'hidden_list_count', 'name', 'email', 'needs_username'])
		.select(sql<Role>`${sql.raw(roleInForce('users'))}`.as('role'))
		.select(sql<string | null>`case when suspended_until > now() then suspended_until end`.as('suspended_until'))
		.select(
			sql<string | null>`case when role <> 'member' then ${sql.raw(secondFactorDue('users'))} end`.as(
				'second_factor_due',
			),
		)
		.select(
			sql<ModerationState | null>`(
			select ${sql.raw(MODERATION_STATE)} from removed_profiles m join moderation_actions a on a.id = m.action_id where m.user_id = users.id
		)`.as('moderation'),
		)
		.select('users.id')
		.select(sql<boolean>`password_hash is not null`.as('has_password'))
		.select(
			sql<Provider[]>`array(select provider from social_accounts where user_id = users.id order by connected_at)`.as(
				'providers',
			),
		)
		.select(sql<boolean>`email_verified_at is not null`.as('email_verified'))
		.where('users.id', '=', id)
		.executeTakeFirst()
}

const IMPRESSIONS_COLUMN = {
	week: 'impressions_week',
	month: 'impressions_month',
	year: 'impressions_year',
	all: 'impressions_total',
} as const
const MAX_COUNTED = LIMITS.maxCountedMatches
const COLUMN_NAMES = PUBLIC_COLUMNS.join(', ')

/** Finds the users with the most review impressions in a period, then followers, then by name; users with no impressions are left out. */
export async function findPopularUsers(
	db: Db,
	period: Period,
	page: number,
	limit: number,
	viewerId: string | null,
): Promise<{ rows: (PublicRow & { impressions: number })[]; total: number; hasMore: boolean }> {
	const column = IMPRESSIONS_COLUMN[period]
	// The index of `user_counts` has the order; only the accounts of the page are read
	const seen = `from user_counts c where c.${column} > 0 and ${isAccountVisible('c')}${andForViewer(viewerId, isNotQuiet('c.id', '$2'))}`
	const order = (row: string) => `order by ${row}.${column} desc, ${row}.follower_count desc, ${row}.username_key`
	const text = `select counted.total, page.*
		from (select count(*)::int as total from (select ${seen} limit ${MAX_COUNTED}) seen) counted
		left join lateral (
			select u.*, top.${column} as impressions
			from (select c.* ${seen} ${order('c')} limit ${roundUpLimit(limit + 1)} offset $1) top
			cross join lateral (select ${COLUMN_NAMES} from visible_users where id = top.id offset 0) u ${order('top')}
		) page on true`
	const found = await rawQuery<PublicRow & { impressions: number; total: number }>(db, text, [
		(page - 1) * limit,
		...(viewerId === null ? [] : [viewerId]),
	])
	const rows = found.filter((row) => row.id !== null)
	return { rows: rows.slice(0, limit), total: found[0]?.total ?? 0, hasMore: rows.length > limit }
}

const HIDDEN_LISTS = '(select hidden_list_count from user_counts c where c.id = visible_users.id and c.id = $2)'
// Of the viewer's own lists, those that others do not see count as well
const COLUMNS_FOR_VIEWER = PUBLIC_COLUMNS.map((name) =>
	name === 'list_count' ? `list_count + coalesce(${HIDDEN_LISTS}, 0) as list_count` : name,
).join(', ')

/** Finds a user as the viewer (null: a visitor) sees them. */
export async function findUser(db: Db, id: string, viewerId: string | null): Promise<PublicRow | undefined> {
	const text = `select ${COLUMNS_FOR_VIEWER} from visible_users where id = $1 and not needs_username${andForViewer(viewerId, isNotBlocked('id', '$2'))}`
	return (await rawQuery<PublicRow>(db, text, [id, viewerId]))[0]
}

type ProfileRow = PublicRow & { is_following: boolean; is_muted: boolean; favorites: GameRef[] }

/** Finds a user by case-insensitive name with their favorites, and whether the viewer follows and has muted them. */
export async function findProfile(db: Db, username: string, viewerId: string | null): Promise<ProfileRow | undefined> {
	const text = `select ${COLUMNS_FOR_VIEWER}, exists (select from follows where follower_id = $2 and followed_id = visible_users.id) as is_following,
			exists (select from mutes where muter_id = $2 and muted_id = visible_users.id) as is_muted,
			array(select ${GAME_REF} from favorites f join games g on g.id = f.game_id where f.user_id = visible_users.id order by f.position) as favorites
		from visible_users where lower(username) = $1 and not needs_username${andForViewer(viewerId, isNotBlocked('id', '$2'))}`
	return (await rawQuery<ProfileRow>(db, text, [usernameKey(username), viewerId]))[0]
}
