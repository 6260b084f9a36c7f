import { sql } from 'kysely'
import type { Activity } from '#contract/activities.ts'
import type { Db } from '../db/tables.ts'

/** Where an activity stands: newest first, ties by id. */
export interface ActivityPlace {
	id: string
	user_id: string
	created_at: string
}

/** The activities of these places, with what they are about, in the order of the places. */
export async function describeActivities(
	db: Db,
	places: readonly ActivityPlace[],
	viewerId: string | null,
): Promise<Activity[]> {
	if (places.length === 0) return []
	const { rows } = await sql<ActivityRow>`
		select a.id, a.kind, a.user_id, a.created_at, u.username, u.picture,
			g.id as game_id, g.name as game_name, coalesce(r.id, c.review_id) as review_id, l.title,
			coalesce(r.description, l.description) as description, c.content, r.half_stars,
			exists (select from activity_reads m where m.reader_id = ${viewerId} and m.activity_id = a.id) as is_read
		from activities a join users u on u.id = a.user_id
		left join reviews r on a.kind = 'review' and r.id = a.id
		left join comments c on a.kind = 'comment' and c.id = a.id
		left join reviews about on about.id = c.review_id
		left join games g on g.id = coalesce(r.game_id, about.game_id)
		left join lists l on a.kind = 'list' and l.id = a.id
		where a.id = any(${places.map(({ id }) => id)}::uuid[])`.execute(db)
	const byId = new Map(rows.map((row) => [row.id, row]))
	return places.flatMap(({ id }) => {
		const row = byId.get(id)
		return row ? [activityOf(row)] : []
	})
}

interface ActivityRow {
	id: string
	kind: Activity['activityType']
	user_id: string
	created_at: string
	username: string
	picture: string | null
	game_id: number | null
	game_name: string | null
	review_id: string | null
	title: string | null
	description: string | null
	content: string | null
	half_stars: number | null
	is_read: boolean
}

function activityOf(row: ActivityRow): Activity {
	return {
		id: row.id,
		activityType: row.kind,
		isRead: row.is_read,
		userId: row.user_id,
		username: row.username,
		user: { id: row.user_id, username: row.username, profilePicture: row.picture },
		gameId: row.game_id,
		gameName: row.game_name,
		reviewId: row.review_id,
		title: row.title,
		description: row.description,
		content: row.content,
		rating: row.half_stars === null ? null : row.half_stars / 2,
		createdAt: row.created_at,
	}
}

/** The latest activities of a user given by id or name; undefined when there is no such user. */
export async function findUserActivities(
	db: Db,
	user: { userId: string } | { username: string },
	limit: number,
): Promise<ActivityPlace[] | undefined> {
	const known = await db
		.selectFrom('users')
		.select('id')
		.$if('userId' in user, (query) => query.where('id', '=', 'userId' in user ? user.userId : ''))
		.$if('username' in user, (query) =>
			query.where(sql`lower(username)`, '=', 'username' in user ? user.username.toLowerCase() : ''),
		)
		.executeTakeFirst()
	if (!known) return undefined
	return db
		.selectFrom('activities')
		.select(['id', 'user_id', 'created_at'])
		.where('user_id', '=', known.id)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(sql.lit(limit))
		.execute()
}

/** How many activities are in a reader's feed, and how many of them are not marked as read. */
export async function countFeed(db: Db, readerId: string): Promise<{ total: number; unread: number }> {
	const { rows } = await sql<{ total: number; unread: number }>`
		select total, total - (select read_count from users where id = ${readerId}) as unread from (
			select coalesce(sum(u.activity_count - f.activities_before), 0)::int as total
			from follows f join users u on u.id = f.followed_id where f.follower_id = ${readerId}
		) feed`.execute(db)
	return rows[0] ?? { total: 0, unread: 0 }
}

// A few rows of each followed user are read first: with two thousand of them, most have none that is new enough.
const READ_FIRST = 3

/**
 * What those whom the reader follows did since the reader followed them, newest first, after the place `after`; up to
 * `limit` rows.
 */
export async function feedPlaces(
	db: Db,
	readerId: string,
	window: { limit: number; after: readonly (string | number)[] | undefined; unreadOnly: boolean },
): Promise<ActivityPlace[]> {
	const first = await latestOfEach(db, readerId, Math.min(READ_FIRST, window.limit), window, null)
	// whoever gave all the rows that were read of them, down into the page, may have more that belong there
	const deeper = [...new Set(first.filter(({ nth }) => nth === READ_FIRST).map((row) => row.user_id))]
	if (deeper.length === 0 || window.limit <= READ_FIRST) return first
	const rest = await latestOfEach(db, readerId, window.limit, window, deeper)
	const shallow = new Set(deeper)
	return [...first.filter((row) => !shallow.has(row.user_id)), ...rest].sort(newestFirst).slice(0, window.limit)
}

async function latestOfEach(
	db: Db,
	readerId: string,
	each: number,
	window: { limit: number; after: readonly (string | number)[] | undefined; unreadOnly: boolean },
	among: readonly string[] | null,
): Promise<(ActivityPlace & { nth: number })[]> {
	const { after } = window
	const { rows } = await sql<ActivityPlace & { nth: number }>`
		select latest.* from follows f cross join lateral (
			select a.id, a.user_id, a.created_at, row_number() over (order by a.created_at desc, a.id desc)::int as nth
			from activities a
			where a.user_id = f.followed_id and a.created_at >= f.created_at
			${after ? sql`and (a.created_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
			${window.unreadOnly ? sql`and not exists (select from activity_reads m where m.reader_id = f.follower_id and m.activity_id = a.id)` : sql``}
			order by a.created_at desc, a.id desc limit ${sql.lit(each)}
		) latest
		where f.follower_id = ${readerId} ${among ? sql`and f.followed_id = any(${among}::uuid[])` : sql``}
		order by latest.created_at desc, latest.id desc limit ${sql.lit(window.limit)}`.execute(db)
	return rows
}

function newestFirst(one: ActivityPlace, other: ActivityPlace): number {
	if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
	return one.id < other.id ? 1 : -1
}

/** Marks activities of the reader's feed as read and returns how many were not before. */
export async function markActivities(
	db: Db,
	readerId: string,
	activities: readonly { id: string; activityType: string }[],
): Promise<number> {
	const { rows } = await sql`
		insert into activity_reads (reader_id, activity_id, user_id)
		select f.follower_id, a.id, a.user_id
		from (select distinct * from unnest(${activities.map(({ id }) => id)}::uuid[], ${activities.map(({ activityType }) => activityType)}::text[])) marked (id, kind)
		join activities a on a.id = marked.id and a.kind = marked.kind
		join follows f on f.followed_id = a.user_id and f.follower_id = ${readerId} and a.created_at >= f.created_at
		on conflict do nothing returning activity_id`.execute(db)
	return rows.length
}
