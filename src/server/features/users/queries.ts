import { type RawBuilder, sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PlayingNow } from '#contract/profile-detail.ts'
import type { Role } from '#contract/roles.ts'
import type { ModerationState, Period } from '#contract/shapes.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { type CurrentUser, usernameKey } from '#contract/users.ts'
import type { PastRanking } from '#server/db/past-rankings.ts'
import { PERIOD_SUFFIX, rankingOrder } from '#server/db/ranking-order.ts'
import { roleInForce, secondFactorDue } from '#server/db/roles.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { playingNowOf } from '#server/features/library-entry/queries-playing.ts'
import { MODERATION_STATE } from '#server/features/moderation/queries-states.ts'
import { ACCOUNT_COLUMNS, COUNT_COLUMNS, PUBLIC_COLUMNS, type PublicRow, toPublicUser } from './queries-rows.ts'

interface OwnRow
	extends PublicRow,
		Pick<Row<'users'>, 'name' | 'email' | 'needs_username'>,
		Pick<Row<'user_counts'>, 'hidden_list_count'> {
	role: Role
	suspended_until: string | null
	second_factor_due: string | null
	moderation: ModerationState | null
	has_password: boolean
	providers: Provider[]
	email_verified: boolean
}

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

const OWN_COLUMNS = sql.raw([...ACCOUNT_COLUMNS, ...COUNT_COLUMNS].join(', '))

export async function findOwnUser(db: Db, id: string): Promise<OwnRow | undefined> {
	const { rows } = await sql<OwnRow>`
		select users.id, ${OWN_COLUMNS}, hidden_list_count, name, email, needs_username, ${sql.raw(roleInForce('users'))} as role,
			case when suspended_until > now() then suspended_until end as suspended_until,
			case when role <> 'member' then ${sql.raw(secondFactorDue('users'))} end as second_factor_due,
			(
				select ${MODERATION_STATE} from removed_profiles m join moderation_actions a on a.id = m.action_id where m.user_id = users.id
			) as moderation,
			password_hash is not null as has_password,
			array(select provider from social_accounts where user_id = users.id order by connected_at) as providers,
			email_verified_at is not null as email_verified
		from users join user_counts on user_counts.id = users.id where users.id = ${id}`.execute(db)
	return rows[0]
}

const MAX_COUNTED = sql.lit(LIMITS.maxCountedMatches)

/** The columns of users `u` that `toPublicUser` needs. */
export const PUBLIC_USER = sql.raw(PUBLIC_COLUMNS.map((name) => `u.${name}`).join(', '))

const MAX_TOP_GAMES = sql.lit(5)
/** The games that user `u` has rated highest. */
const TOP_GAMES = sql`array(
	select ${sql.raw(GAME_REF)} from (
		select game_id, half_stars from library_entries where user_id = u.id and half_stars is not null
		order by half_stars desc, game_id limit ${MAX_TOP_GAMES}
	) best join games g on g.id = best.game_id order by best.half_stars desc, best.game_id)`

interface PopularRow extends PublicRow {
	impressions: number
	is_following: boolean
	top_games?: GameRef[]
}

/** Returns the columns that only some lists of popular users have, of users `u`. */
function columnsForViewer(viewerId: string | null, { withTopGames }: { withTopGames: boolean }): RawBuilder<unknown> {
	const isFollowing =
		viewerId === null
			? sql`false`
			: sql`exists (select from follows where follower_id = ${viewerId} and followed_id = u.id)`
	return sql`${isFollowing} as is_following${withTopGames ? sql`, ${TOP_GAMES} as top_games` : sql``}`
}

/** Finds the users with review impressions in a period, in the order of `RANKING_ORDER`. */
export async function findPopularUsers(
	db: Db,
	period: Period,
	page: number,
	limit: number,
	viewerId: string | null,
	options: { withTopGames: boolean },
): Promise<{ rows: PopularRow[]; total: number; hasMore: boolean }> {
	const column = `impressions_${PERIOD_SUFFIX[period]}`
	const order = (row: 'c' | 'top') => rankingOrder('users', period, row)
	// An index of `user_rankings` has the order; only the accounts of the page are read
	const seen = sql`from quiet_user_counts(${viewerId}) c where c.${sql.raw(column)} > 0`
	const { rows: found } = await sql<PopularRow & { total: number }>`
		select counted.total, page.*
		from (select count(*)::int as total from (select ${seen} limit ${MAX_COUNTED}) seen) counted
		left join lateral (
			select ${PUBLIC_USER}, u.${sql.raw(column)} as impressions, ${columnsForViewer(viewerId, options)}
			from (select c.* ${seen} ${order('c')} limit ${sql.lit(roundUpLimit(limit + 1))} offset ${(page - 1) * limit}) top
			cross join lateral (select * from visible_users where id = top.id offset 0) u ${order('top')}
		) page on true`.execute(db)
	const rows = found.filter((row) => row.id !== null)
	return { rows: rows.slice(0, limit), total: found[0]?.total ?? 0, hasMore: rows.length > limit }
}

/** Finds the users of a recorded ranking whom the viewer may see, with the impressions that they had then. */
export async function findPastUsers(
	db: Db,
	{ day, period }: PastRanking,
	page: number,
	limit: number,
	viewerId: string | null,
	options: { withTopGames: boolean },
): Promise<{ rows: PopularRow[]; total: number; hasMore: boolean }> {
	// At most a hundred, so that rows and total are those of one condition
	const { rows: found } = await sql<PopularRow & { total: number }>`
		with shown as materialized (
			select r.place, r.count, u.* from past_user_rankings r
			cross join lateral (select * from quiet_users(${viewerId}) of_then where of_then.id = r.user_id offset 0) u
			where r.day = ${day}::date and r.period = ${period}
		)
		select counted.total, page.* from (select count(*)::int as total from shown) counted
		left join lateral (
			select ${PUBLIC_USER}, u.count as impressions, ${columnsForViewer(viewerId, options)} from shown u
			order by u.place limit ${sql.lit(roundUpLimit(limit + 1))} offset ${(page - 1) * limit}
		) page on true`.execute(db)
	const rows = found.filter((row) => row.id !== null)
	return { rows: rows.slice(0, limit), total: found[0]?.total ?? 0, hasMore: rows.length > limit }
}

const COLUMNS_BESIDE_LISTS = sql.raw(
	PUBLIC_COLUMNS.filter((name) => name !== 'list_count')
		.map((name) => `u.${name}`)
		.join(', '),
)

/** Returns the columns of `PUBLIC_USER`, in which the viewer's own lists that others do not see count as well. */
function publicUserFor(viewerId: string | null): RawBuilder<unknown> {
	return sql`${COLUMNS_BESIDE_LISTS}, u.list_count + coalesce((select hidden_list_count from user_counts c where c.id = u.id and c.id = ${viewerId}), 0) as list_count`
}

/** Finds a user as the viewer (null: a visitor) sees them. */
export async function findUser(db: Db, id: string, viewerId: string | null): Promise<PublicRow | undefined> {
	const { rows } = await sql<PublicRow>`
		select ${publicUserFor(viewerId)} from visible_users(${viewerId}) u where id = ${id} and not needs_username`.execute(
		db,
	)
	return rows[0]
}

type ProfileRow = PublicRow & {
	is_following: boolean
	is_muted: boolean
	favorites: GameRef[]
	playing_now: PlayingNow | null
}

/** Finds a user by case-insensitive name with their favorites and what they play at a time, and whether the viewer follows and has muted them. */
export async function findProfile(
	db: Db,
	username: string,
	{ viewerId, at }: { viewerId: string | null; at: string },
): Promise<ProfileRow | undefined> {
	const { rows } = await sql<ProfileRow>`
		select ${publicUserFor(viewerId)}, exists (select from follows where follower_id = ${viewerId} and followed_id = u.id) as is_following,
			exists (select from mutes where muter_id = ${viewerId} and muted_id = u.id) as is_muted,
			array(select ${sql.raw(GAME_REF)} from favorites f join games g on g.id = f.game_id where f.user_id = u.id order by f.position) as favorites,
			${playingNowOf(sql`u.id`, at)} as playing_now
		from visible_users(${viewerId}) u where lower(username) = ${usernameKey(username)} and not needs_username`.execute(
		db,
	)
	return rows[0]
}
