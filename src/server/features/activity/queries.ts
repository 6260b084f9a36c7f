import { sql } from 'kysely'
import type { Activity } from '#contract/activity.ts'
import { toStars } from '#server/db/half-stars.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { StoredText } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'
import type { SpoilerSubject, TextReader } from '#server/features/texts/queries-text-reader.ts'

/** An activity's position in a feed: newest first, ties by id. */
export interface ActivityKey {
	id: string
	user_id: string
	created_at: string
}

/** Loads the activities with the given keys and what they are about, in the order of the keys. */
export async function loadActivities(
	db: Db,
	keys: readonly ActivityKey[],
	viewerId: string | null,
): Promise<Activity[]> {
	if (keys.length === 0) return []
	// `offset 0` forces a lookup by id for each one, where a plain join may read a whole table
	const { rows } = await sql<ActivityRow>`
		select a.id, a.kind, a.user_id, a.created_at, u.username, u.picture,
			g.id as game_id, g.name as game_name, g.cover as game_cover,
			coalesce(r.id, (select id from visible_reviews(${viewerId}) where id = about.id)) as review_id, l.title,
			coalesce(r.description, l.description) as description, c.content, r.half_stars,
			coalesce(r.contains_spoilers, c.contains_spoilers, false) as contains_spoilers,
			coalesce(r.mentioned, c.mentioned, l.mentioned) <> '{}' as has_mentions,
			coalesce(l.is_description_copied, false) as is_copied,
			exists (select from activity_reads m where m.reader_id = ${viewerId} and m.activity_id = a.id) as is_read
		from activities a join visible_users(${viewerId}) u on u.id = a.user_id
		-- What visible people have written
		left join lateral (select * from reviews where a.kind = 'review' and id = a.id and state = 'published' offset 0) r on true
		left join lateral (select * from comments where a.kind = 'comment' and id = a.id and state = 'published' offset 0) c on true
		-- Of a review behind a block only the game is shown
		left join lateral (select * from visible_reviews(null) where id = c.review_id offset 0) about on true
		left join lateral (select * from games where id = coalesce(r.game_id, about.game_id) offset 0) g on true
		left join lateral (select * from visible_lists(${viewerId}) where a.kind = 'list' and id = a.id offset 0) l on true
		where a.id = any(${keys.map(({ id }) => id)}::uuid[]) and (c.review_id is null or about.id is not null)`.execute(db)
	const reader = await loadTextReader(db, viewerId, rows.map(toSpoilerSubject))
	const byId = new Map(rows.map((row) => [row.id, row]))
	return keys.flatMap(({ id }) => {
		const row = byId.get(id)
		return row ? [toActivity(row, reader)] : []
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
	game_cover: string | null
	review_id: string | null
	title: string | null
	description: StoredText | null
	content: StoredText | null
	contains_spoilers: boolean
	has_mentions: boolean
	/** Of a list whose description is somebody else's. */
	is_copied: boolean
	half_stars: number | null
	is_read: boolean
}

function toSpoilerSubject(row: ActivityRow): SpoilerSubject {
	return {
		id: row.id,
		authorId: row.is_copied ? null : row.user_id,
		about: row.game_id === null ? null : { gameId: row.game_id },
		containsSpoilers: row.contains_spoilers,
		hasMentions: row.has_mentions,
		texts: [row.description, row.content],
	}
}

function toActivity(row: ActivityRow, reader: TextReader): Activity {
	const read = (text: StoredText | null) => (text === null ? null : reader.read(toSpoilerSubject(row), text).text)
	return {
		id: row.id,
		activityType: row.kind,
		isRead: row.is_read,
		userId: row.user_id,
		username: row.username,
		user: { id: row.user_id, username: row.username, profilePicture: row.picture },
		gameId: row.game_id,
		gameName: row.game_name,
		gameCover: row.game_cover,
		reviewId: row.review_id,
		title: row.title,
		description: read(row.description),
		content: read(row.content),
		rating: toStars(row.half_stars),
		createdAt: row.created_at,
	}
}

/** Finds the latest activities of a user, given by id or name; undefined if the user does not exist for the viewer (null: a visitor). */
export async function findUserActivities(
	db: Db,
	user: { userId: string } | { username: string },
	limit: number,
	viewerId: string | null,
): Promise<ActivityKey[] | undefined> {
	const isUser = 'userId' in user ? sql`id = ${user.userId}` : sql`lower(username) = ${user.username.toLowerCase()}`
	const { rows } = await sql<{ id: string }>`select id from visible_users(${viewerId}) where ${isUser}`.execute(db)
	const [found] = rows
	if (!found) return undefined
	const { rows: keys } = await sql<ActivityKey>`
		select id, user_id, created_at from activities where user_id = ${found.id}
		order by created_at desc, id desc limit ${sql.lit(roundUpLimit(limit))}`.execute(db)
	return keys.slice(0, limit)
}

// How many activities of the followed user, counted in `u`, are in the feed through the follow `f`, including corrections not
// applied to it yet.
const FEED_COUNT = sql`(u.activity_count - f.activities_before - coalesce((
	select sum(c.n) from feed_corrections c
	where c.user_id = f.followed_id and c.id > f.corrected_to and c.created_at < f.created_at), 0))`

/** Counts the activities in a reader's feed, and those not marked as read. */
export async function countFeed(db: Db, readerId: string): Promise<{ total: number; unread: number }> {
	// While an activity is being deleted, its read marks may outlive it
	const { rows } = await sql<{ total: number; unread: number }>`
		select coalesce(sum(n), 0)::int as total, coalesce(sum(greatest(n - activities_read, 0)), 0)::int as unread
		from (
			select ${FEED_COUNT} as n, f.activities_read from feed_follows(${readerId}) f join user_counts u on u.id = f.followed_id
		) feed`.execute(db)
	return rows[0] ?? { total: 0, unread: 0 }
}

// Only a few rows per followed user are read first: of two thousand users, most have none that is new enough.
const FIRST_ROWS_PER_USER = 3

/**
 * Finds the activities of the users that the reader follows since the reader followed them, newest first, after the
 * cursor `after`; up to `limit` rows.
 */
export async function findFeedKeys(
	db: Db,
	readerId: string,
	window: { limit: number; after: readonly (string | number)[] | undefined; unreadOnly: boolean },
): Promise<ActivityKey[]> {
	const first = await findLatestPerUser(db, readerId, FIRST_ROWS_PER_USER, window, null)
	// Users with the full number of rows on this page may have more that belong there
	const byUser = Map.groupBy(first, (row) => row.user_id)
	const deeper = [...byUser].flatMap(([userId, rows]) => (rows.length === FIRST_ROWS_PER_USER ? [userId] : []))
	if (deeper.length === 0 || window.limit <= FIRST_ROWS_PER_USER) return first
	const rest = await findLatestPerUser(db, readerId, roundUpLimit(window.limit), window, deeper)
	const reread = new Set(deeper)
	return [...first.filter((row) => !reread.has(row.user_id)), ...rest].sort(compareNewestFirst).slice(0, window.limit)
}

async function findLatestPerUser(
	db: Db,
	readerId: string,
	each: number,
	window: { limit: number; after: readonly (string | number)[] | undefined; unreadOnly: boolean },
	among: readonly string[] | null,
): Promise<ActivityKey[]> {
	const { after, unreadOnly } = window
	const follows = among
		? sql`(select * from feed_follows(${readerId}) where followed_id = any(${among}::uuid[]))`
		: sql`feed_follows(${readerId})`
	// Skips users with nothing unread, and reads no more rows than a user has unread. Without `offset 0` the planner may
	// read the read marks of all readers.
	const source = unreadOnly
		? sql`(
			select f.*, ${FEED_COUNT} - f.activities_read as unread
			from ${follows} f join user_counts u on u.id = f.followed_id offset 0
		) f`
		: sql`${follows} f`
	const isNext = after ? sql`and (a.created_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
	const isUnread = sql`
		and not exists (select from activity_reads m where m.reader_id = f.follower_id and m.activity_id = a.id offset 0)`
	const { rows } = await sql<ActivityKey>`
		select latest.* from ${source} cross join lateral (
			select a.id, a.user_id, a.created_at from activities a
			where a.user_id = f.followed_id and a.created_at >= f.created_at ${isNext} ${unreadOnly ? isUnread : sql``}
			order by a.created_at desc, a.id desc limit ${unreadOnly ? sql`least(${sql.lit(each)}, f.unread)` : sql.lit(each)}
		) latest
		${unreadOnly ? sql`where f.unread > 0` : sql``}
		order by latest.created_at desc, latest.id desc limit ${sql.lit(roundUpLimit(window.limit))}`.execute(db)
	return rows.slice(0, window.limit)
}

function compareNewestFirst(one: ActivityKey, other: ActivityKey): number {
	if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
	return one.id < other.id ? 1 : -1
}

/** Marks activities in the reader's feed as read and returns how many were unread. */
export async function markActivitiesRead(
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
		-- in one order: the same reader marks the same ones in two tabs
		order by f.followed_id, a.id
		for key share of f
		on conflict do nothing returning activity_id`.execute(db)
	return rows.length
}

const FOLLOW_BATCH_SIZE = 1_000
const MAX_AUTHORS = 100

/** Applies feed corrections to the follows they concern, in batches: deleting an activity costs the same however many followers its author has. */
export async function applyFeedCorrections(db: Db): Promise<void> {
	const { rows } = await sql<{ author: string }>`
		select distinct user_id as author from feed_corrections limit ${sql.lit(MAX_AUTHORS)}`.execute(db)
	for (const { author } of rows)
		for (let changed = 1; changed > 0; ) {
			const text = sql<{ n: number }>`select correct_follows(${author}::uuid, ${FOLLOW_BATCH_SIZE}::int) as n`
			changed = (await text.execute(db)).rows[0]?.n ?? 0
		}
}
