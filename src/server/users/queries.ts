import { sql } from 'kysely'
import type { Period } from '#contract/shapes.ts'
import type { OwnUser } from '#contract/users.ts'
import { escapeLike } from '../db/search-words.ts'
import type { Db } from '../db/tables.ts'
import { PUBLIC_COLUMNS, publicUserOf } from './user-rows.ts'

type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnUser>>>

/** A user as they see themselves. */
export function ownUserOf(row: OwnRow): OwnUser {
	return {
		...publicUserOf(row),
		name: row.name,
		email: row.email,
		needsUsernameSelection: row.needs_username,
		hasPassword: row.has_password,
		providers: [],
	}
}

export function findOwnUser(db: Db, id: string) {
	return db
		.selectFrom('users')
		.select([...PUBLIC_COLUMNS, 'name', 'email', 'needs_username'])
		.select(sql<boolean>`password_hash is not null`.as('has_password'))
		.where('id', '=', id)
		.executeTakeFirst()
}

const SEEN = {
	week: 'impressions_week',
	month: 'impressions_month',
	year: 'impressions_year',
	all: 'impressions_total',
} as const
const COUNTED = 1000

/** The users whose reviews were seen most in a period: impressions, then followers, then name; those not seen at all are left out. */
export async function popularUsers(db: Db, period: Period, page: number, limit: number) {
	const seen = SEEN[period]
	const rows = await db
		.selectFrom('users')
		.select(PUBLIC_COLUMNS)
		.select(`${seen} as impressions`)
		.where(seen, '>', sql.lit(0))
		.orderBy(seen, 'desc')
		.orderBy('follower_count', 'desc')
		.orderBy(sql`lower(username)`)
		.limit(sql.lit(limit + 1))
		.offset((page - 1) * limit)
		.execute()
	const { total } = await db
		.selectFrom(db.selectFrom('users').select('id').where(seen, '>', sql.lit(0)).limit(sql.lit(COUNTED)).as('seen'))
		.select(sql<number>`count(*)::int`.as('total'))
		.executeTakeFirstOrThrow()
	return { rows: rows.slice(0, limit), total, hasMore: rows.length > limit }
}

export function findUser(db: Db, id: string) {
	return db.selectFrom('users').select(PUBLIC_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The user of a name, in any case, and whether the viewer follows them. */
export function findProfile(db: Db, username: string, viewerId: string | null) {
	return db
		.selectFrom('users')
		.select(PUBLIC_COLUMNS)
		.select(
			sql<boolean>`exists (select from follows where follower_id = ${viewerId} and followed_id = users.id)`.as(
				'is_following',
			),
		)
		.where(sql`lower(username)`, '=', username.toLowerCase())
		.executeTakeFirst()
}

/** Users whose name begins with a text, an exact match first, then those with most followers. */
export function usersByPrefix(db: Db, prefix: string, limit: number) {
	return db
		.selectFrom('users')
		.select(PUBLIC_COLUMNS)
		.where(sql<boolean>`lower(username) like ${`${escapeLike(prefix.toLowerCase())}%`}`)
		.orderBy(sql`lower(username) = ${prefix.toLowerCase()}`, 'desc')
		.orderBy('follower_count', 'desc')
		.orderBy(sql`lower(username)`)
		.limit(sql.lit(limit))
		.execute()
}

const SIMILAR_FROM = 3

/**
 * Users whose name fits a text: the name itself, its beginning, a part, something similar; by name within each.
 * Counts what fits up to 1,000; `after` is the place and name of the last row seen.
 */
export async function searchUserRows(
	db: Db,
	text: string,
	limit: number,
	after: readonly (string | number)[] | undefined,
) {
	const key = text.toLowerCase()
	const part = `%${escapeLike(key)}%`
	const place = sql<number>`case when lower(username) = ${key} then 0 when lower(username) like ${part.slice(1)} then 1 when lower(username) like ${part} then 2 else 3 end`
	// two letters have no trigrams: the index on prefixes finds them
	const fits =
		key.length < SIMILAR_FROM
			? sql<boolean>`lower(username) like ${part.slice(1)}`
			: sql<boolean>`(lower(username) like ${part.slice(1)} or lower(username) like ${part} or lower(username) % ${key})`
	const found = db
		.selectFrom('users')
		.select(PUBLIC_COLUMNS)
		.select(place.as('place'))
		.where(fits)
		.orderBy(place)
		.orderBy(sql`lower(username)`)
		.limit(sql.lit(COUNTED))
	let page = db
		.with('found', () => found)
		.selectFrom('found')
		.selectAll()
		.select(sql<number>`(select count(*)::int from found)`.as('count'))
		.orderBy('place')
		.orderBy(sql`lower(username)`)
		.limit(sql.lit(limit + 1))
	if (after) page = page.where(sql<boolean>`(place, lower(username)) > (${after[0]}::int, ${after[1]}::text)`)
	const rows = await page.execute()
	return { rows: rows.slice(0, limit), hasMore: rows.length > limit, count: rows[0]?.count ?? 0 }
}
