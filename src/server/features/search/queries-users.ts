import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { type UserRef, usernameKey } from '#contract/users.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { foldText } from '#server/db/text-folding.ts'
import { escapeLike } from '#server/db/text-search.ts'
import { COUNT_COLUMNS, PUBLIC_COLUMNS, type PublicRow } from '#server/features/users/queries-rows.ts'

const MAX_COUNTED = sql.lit(LIMITS.maxCountedMatches)

const COLUMNS = sql.raw(PUBLIC_COLUMNS.join(', '))
const COUNTS = sql.raw(COUNT_COLUMNS.join(', '))
// The order of the prefix index, in which the exact name comes first
const BY_PREFIX_INDEX = sql`lower(username) using ~<~`

/** Finds users whose name begins with `prefix`: an exact match first, then by followers, among the first 1,000 by name. */
export async function findUsersByPrefix(db: Db, prefix: string, limit: number, viewerId: string | null) {
	const key = usernameKey(prefix)
	if (key === '') return []
	const { rows } = await sql<PublicRow>`
		select * from (
			select id, username, picture, bio, created_at from visible_users(${viewerId})
			where lower(username) like ${`${escapeLike(key)}%`} and not needs_username order by ${BY_PREFIX_INDEX} limit ${MAX_COUNTED}
		) begun
		cross join lateral (select ${COUNTS} from user_counts where id = begun.id offset 0) counts
		order by lower(username) = ${key} desc, follower_count desc, lower(username) limit ${sql.lit(roundUpLimit(limit))}`.execute(
		db,
	)
	return rows.slice(0, limit)
}

/** More follows than this are not searched for a name; the latest are. */
const MAX_FOLLOWS_READ = 1_000
const MENTIONABLE = sql`id, username, picture as "profilePicture"`
const MAX_MENTIONABLE = sql.lit(LIMITS.mentionableUsers)

/** Finds users whose name begins with `prefix` for a viewer to mention: those whom the viewer follows, the latest first, then others by name. */
export async function findUsersToMention(db: Db, viewerId: string, prefix: string): Promise<UserRef[]> {
	const folded = foldText(prefix)
	const key = usernameKey(folded)
	if (key !== folded) return []
	const isListed = sql`lower(username) like ${`${escapeLike(key)}%`} and not needs_username`
	const { rows: followed } = await sql<UserRef>`
		select ${MENTIONABLE}
		from (
			select followed_id, created_at from follows where follower_id = ${viewerId}
			order by created_at desc, followed_id desc limit ${sql.lit(MAX_FOLLOWS_READ)}
		) f
		cross join lateral (
			select id, username, picture from visible_users(${viewerId}) where id = f.followed_id and ${isListed} offset 0
		) u
		order by f.created_at desc, f.followed_id desc limit ${MAX_MENTIONABLE}`.execute(db)
	if (key === '' || followed.length === LIMITS.mentionableUsers) return followed
	const known = new Set([viewerId, ...followed.map(({ id }) => id)])
	// All of those whom the viewer follows may be among them, and the viewer
	const { rows: others } = await sql<UserRef>`${sql.raw(UNPREPARED)}
		select ${MENTIONABLE} from visible_users(${viewerId}) where ${isListed}
		order by ${BY_PREFIX_INDEX} limit ${sql.lit(2 * LIMITS.mentionableUsers + 1)}`.execute(db)
	return [...followed, ...others.filter(({ id }) => !known.has(id))].slice(0, LIMITS.mentionableUsers)
}

const MIN_SIMILARITY_LENGTH = 3
/** With fewer names than this that contain the text, similar names follow. */
const MIN_EXACT_MATCHES = 10
const MAX_SIMILAR = 300

interface UserMatch extends PublicRow {
	place: number
	count: number
}

/**
 * Finds users whose name equals, begins with, contains, or (with few such matches) resembles a text, in this order, then
 * by name. Counts up to 1,000 matches. `after` is the `place` and the name of the last row of the previous page.
 */
export async function findMatchingUsers(
	db: Db,
	text: string,
	limit: number,
	after: readonly (string | number)[] | undefined,
	viewerId: string | null,
): Promise<{ rows: UserMatch[]; hasMore: boolean; count: number }> {
	const key = foldText(text).trim()
	if (key === '') return { rows: [], hasMore: false, count: 0 }
	const begins = `${escapeLike(key)}%`
	// Two letters have no trigrams; the prefix index serves them
	const isLong = [...key].length >= MIN_SIMILARITY_LENGTH
	const listed = sql`from visible_users(${viewerId}) where not needs_username`
	// Each kind of match is a materialized CTE, planned for all its rows, so that the planner uses its index regardless
	// of the limit, but reads no further than the limit
	const { rows } = await sql<UserMatch>`
		with begun as materialized (
			select id, username, case when lower(username) = ${key} then 0 else 1 end as place
			${listed} and lower(username) like ${begins} order by ${BY_PREFIX_INDEX} limit ${MAX_COUNTED}
		),
		holding as materialized (
			select id, username, 2 as place
			${listed} and ${sql.lit(isLong)} and lower(username) like ${`%${begins}`} and lower(username) not like ${begins}
		),
		held as materialized (select * from holding where (select count(*) from begun) < ${MAX_COUNTED} limit ${MAX_COUNTED}),
		alike as materialized (
			select id, username, 3 as place
			${listed} and ${sql.lit(isLong)} and lower(username) % ${key} and lower(username) not like ${`%${begins}`}
		),
		found as materialized (
			select * from begun
			union all select * from held
			union all (select * from alike where (select count(*) from begun) + (select count(*) from held) < ${sql.lit(MIN_EXACT_MATCHES)} limit ${sql.lit(MAX_SIMILAR)})
		)
		select users.*, page.place, page.count
		from (
			select found.*, least(counted.n, ${MAX_COUNTED})::int as count from found, (select count(*) as n from found) counted
			where ${after ? sql`(place, lower(username)) > (${after[0]}::int, ${after[1]}::text)` : sql`true`}
			order by place, lower(username) limit ${sql.lit(roundUpLimit(limit + 1))}
		) page
		cross join lateral (select ${COLUMNS} from visible_users where id = page.id offset 0) users
		order by page.place, lower(page.username)`.execute(db)
	return { rows: rows.slice(0, limit), hasMore: rows.length > limit, count: rows[0]?.count ?? 0 }
}
