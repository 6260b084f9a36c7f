import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Period } from '#contract/shapes.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { type OwnUser, usernameKey } from '#contract/users.ts'
import { hotRead } from '#server/db/raw-query.ts'
import { statementLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { escapeLike } from '#server/db/text-search.ts'
import { PUBLIC_COLUMNS, type PublicRow, publicUserOf } from './user-rows.ts'

type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnUser>>>

/** A user as they see themselves. */
export function ownUserOf(row: OwnRow): OwnUser {
	return {
		...publicUserOf(row),
		name: row.name,
		email: row.email,
		emailVerified: row.email_verified,
		needsUsernameSelection: row.needs_username,
		hasPassword: row.has_password,
		providers: row.providers,
	}
}

export function findOwnUser(db: Db, id: string) {
	return db
		.selectFrom('users')
		.select([...PUBLIC_COLUMNS, 'name', 'email', 'needs_username'])
		.select(sql<boolean>`password_hash is not null`.as('has_password'))
		.select(
			sql<Provider[]>`array(select provider from social_accounts where user_id = users.id order by connected_at)`.as(
				'providers',
			),
		)
		.select(sql<boolean>`email_verified_at is not null`.as('email_verified'))
		.where('id', '=', id)
		.executeTakeFirst()
}

const SEEN = {
	week: 'impressions_week',
	month: 'impressions_month',
	year: 'impressions_year',
	all: 'impressions_total',
} as const
const COUNTED = LIMITS.countedMatches
const COLUMN_NAMES = PUBLIC_COLUMNS.join(', ')

/** The users whose reviews were seen most in a period: impressions, then followers, then name; those not seen at all are left out. */
export async function popularUsers(
	db: Db,
	period: Period,
	page: number,
	limit: number,
): Promise<{ rows: (PublicRow & { impressions: number })[]; total: number; hasMore: boolean }> {
	const seen = SEEN[period]
	const text = `select counted.total, page.*
		from (select count(*)::int as total from (select from visible_users where ${seen} > 0 limit ${COUNTED}) seen) counted
		left join lateral (
			select ${COLUMN_NAMES}, ${seen} as impressions from visible_users where ${seen} > 0
			order by ${seen} desc, follower_count desc, lower(username) limit ${statementLimit(limit + 1)} offset $1
		) page on true`
	const found = await hotRead<PublicRow & { impressions: number; total: number }>(db, text, [(page - 1) * limit])
	const rows = found.filter((row) => row.id !== null)
	return { rows: rows.slice(0, limit), total: found[0]?.total ?? 0, hasMore: rows.length > limit }
}

export async function findUser(db: Db, id: string): Promise<PublicRow | undefined> {
	return (
		await hotRead<PublicRow>(db, `select ${COLUMN_NAMES} from visible_users where id = $1 and not needs_username`, [id])
	)[0]
}

/** The user of a name, in any case, and whether the viewer follows them. */
export async function findProfile(
	db: Db,
	username: string,
	viewerId: string | null,
): Promise<(PublicRow & { is_following: boolean }) | undefined> {
	const text = `select ${COLUMN_NAMES}, exists (select from follows where follower_id = $2 and followed_id = visible_users.id) as is_following
		from visible_users where lower(username) = $1 and not needs_username`
	return (await hotRead<PublicRow & { is_following: boolean }>(db, text, [usernameKey(username), viewerId]))[0]
}

const COLUMNS = sql.raw(COLUMN_NAMES)
// As the index on prefixes has them, in which the name that is the prefix comes first.
const IN_PREFIX_ORDER = sql`lower(username) using ~<~`

/** Users whose name begins with a text, an exact match first, then those with most followers among the first thousand by name. */
export async function usersByPrefix(db: Db, prefix: string, limit: number) {
	const key = usernameKey(prefix)
	if (key === '') return []
	const { rows } = await sql<PublicRow>`
		select * from (
			select ${COLUMNS} from visible_users where lower(username) like ${`${escapeLike(key)}%`} and not needs_username order by ${IN_PREFIX_ORDER} limit ${sql.lit(COUNTED)}
		) begun
		order by lower(username) = ${key} desc, follower_count desc, lower(username) limit ${sql.lit(statementLimit(limit))}`.execute(
		db,
	)
	return rows.slice(0, limit)
}

const SIMILAR_FROM = 3
/** With fewer names than this that hold the text, those that are like it follow. */
const FEW = 10
const SIMILAR = 300

interface FoundUser extends PublicRow {
	place: number
	count: number
}

/**
 * Users whose name fits a text: the name itself, its beginning, a part, and where these are few something similar; by name
 * within each. Counts what fits up to 1,000; `after` is the place and name of the last row seen.
 */
export async function searchUserRows(
	db: Db,
	text: string,
	limit: number,
	after: readonly (string | number)[] | undefined,
): Promise<{ rows: FoundUser[]; hasMore: boolean; count: number }> {
	const key = text.toLowerCase()
	const begins = `${escapeLike(key)}%`
	// two letters have no trigrams: the index on prefixes finds them
	const isLong = [...key].length >= SIMILAR_FROM
	const most = sql.lit(COUNTED)
	// Each way of matching is a materialized part, planned for all its rows, so that its index is used whatever the
	// planner expects of a limit, and then read no further than the limit.
	const { rows } = await sql<FoundUser>`
		with begun as materialized (
			select ${COLUMNS}, case when lower(username) = ${key} then 0 else 1 end as place
			from visible_users where lower(username) like ${begins} and not needs_username order by ${IN_PREFIX_ORDER} limit ${most}
		),
		holding as materialized (
			select ${COLUMNS}, 2 as place from visible_users
			where ${sql.lit(isLong)} and lower(username) like ${`%${begins}`} and lower(username) not like ${begins} and not needs_username
		),
		held as materialized (select * from holding where (select count(*) from begun) < ${most} limit ${most}),
		alike as materialized (
			select ${COLUMNS}, 3 as place from visible_users
			where ${sql.lit(isLong)} and lower(username) % ${key} and lower(username) not like ${`%${begins}`} and not needs_username
		),
		found as materialized (
			select * from begun
			union all select * from held
			union all (select * from alike where (select count(*) from begun) + (select count(*) from held) < ${sql.lit(FEW)} limit ${sql.lit(SIMILAR)})
		)
		select found.*, least(counted.n, ${most})::int as count from found, (select count(*) as n from found) counted
		where ${after ? sql`(place, lower(username)) > (${after[0]}::int, ${after[1]}::text)` : sql`true`}
		order by place, lower(username) limit ${sql.lit(statementLimit(limit + 1))}`.execute(db)
	return { rows: rows.slice(0, limit), hasMore: rows.length > limit, count: rows[0]?.count ?? 0 }
}
