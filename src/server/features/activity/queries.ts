import { sql } from 'kysely'
import type { Activity } from '#contract/activity.ts'
import { toStars } from '#server/db/half-stars.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { StoredText } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'
import type { SpoilerSubject, TextReader } from '#server/features/texts/queries-text-reader.ts'
import { andForViewer, isAuthorVisible, isNotBlocked } from '#server/features/users/queries-rows.ts'

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
	const text = `
		select a.id, a.kind, a.user_id, a.created_at, u.username, u.picture,
			g.id as game_id, g.name as game_name, g.cover as game_cover,
			coalesce(r.id, ${viewerId === null ? 'c.review_id' : `case when ${isNotBlocked('about.user_id', '$1')} then c.review_id end`}) as review_id, l.title,
			coalesce(r.description, l.description) as description, c.content, r.half_stars,
			coalesce(r.contains_spoilers, c.contains_spoilers, false) as contains_spoilers,
			coalesce(r.mentioned, c.mentioned, l.mentioned) <> '{}' as has_mentions,
			coalesce(l.is_description_copied, false) as is_copied,
			exists (select from activity_reads m where m.reader_id = $1 and m.activity_id = a.id) as is_read
		from activities a join visible_users u on u.id = a.user_id
		left join lateral (select * from reviews where a.kind = 'review' and id = a.id offset 0) r on true
		left join lateral (select * from comments where a.kind = 'comment' and id = a.id offset 0) c on true
		left join lateral (select * from reviews where id = c.review_id offset 0) about on true
		left join lateral (select * from games where id = coalesce(r.game_id, about.game_id) offset 0) g on true
		left join lateral (select * from lists where a.kind = 'list' and id = a.id offset 0) l on true
		where a.id = any($2::uuid[]) and (about.id is null or ${isAuthorVisible('about')})`
	const rows = await rawQuery<ActivityRow>(db, text, [viewerId, keys.map(({ id }) => id)])
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
	const [name, value] = 'userId' in user ? ['id', user.userId] : ['lower(username)', user.username.toLowerCase()]
	const isVisible = andForViewer(viewerId, isNotBlocked('id', '$2'))
	const values = viewerId === null ? [value] : [value, viewerId]
	const [found] = await rawQuery<{ id: string }>(
		db,
		`select id from visible_users where ${name} = $1${isVisible}`,
		values,
	)
	if (!found) return undefined
	const text = `select id, user_id, created_at from activities where user_id = $1 order by created_at desc, id desc limit ${roundUpLimit(limit)}`
	return (await rawQuery<ActivityKey>(db, text, [found.id])).slice(0, limit)
}

// Not of those whom the reader has muted
const IS_HEARD = '(f.followed_id not in (select muted_id from mutes where muter_id = $1))'

// How many activities of the followed user `u` are in the feed through the follow `f`, including corrections not applied to it yet.
const FEED_COUNT = `(u.activity_count - f.activities_before - coalesce((
	select sum(c.n) from feed_corrections c
	where c.user_id = f.followed_id and c.id > f.corrected_to and c.created_at < f.created_at), 0))`

/** Counts the activities in a reader's feed, and those not marked as read. */
export async function countFeed(db: Db, readerId: string): Promise<{ total: number; unread: number }> {
	// While an activity is being deleted, its read marks may outlive it
	const text = `select coalesce(sum(n), 0)::int as total, coalesce(sum(greatest(n - activities_read, 0)), 0)::int as unread
		from (
			select ${FEED_COUNT} as n, f.activities_read
			from follows f join visible_users u on u.id = f.followed_id where f.follower_id = $1 and ${IS_HEARD}
		) feed`
	const [counted] = await rawQuery<{ total: number; unread: number }>(db, text, [readerId])
	return counted ?? { total: 0, unread: 0 }
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
	const values: unknown[] = [readerId]
	const bind = (value: unknown) => `$${values.push(value)}`
	const isFollow = `f.follower_id = $1 and ${IS_HEARD} ${among ? `and f.followed_id = any(${bind(among)}::uuid[])` : ''}`
	// Skips users with nothing unread, and reads no more rows than a user has unread. Without `offset 0` the planner may
	// read the read marks of all readers.
	const followed = unreadOnly
		? `(
			select f.*, ${FEED_COUNT} - f.activities_read as unread
			from follows f join visible_users u on u.id = f.followed_id where ${isFollow} offset 0
		) f`
		: 'follows f'
	const text = `select latest.* from ${followed} cross join lateral (
			select a.id, a.user_id, a.created_at from activities a
			where a.user_id = f.followed_id and a.created_at >= f.created_at
			${after ? `and (a.created_at, a.id) < (${bind(after[0])}::timestamptz, ${bind(after[1])}::uuid)` : ''}
			${unreadOnly ? 'and not exists (select from activity_reads m where m.reader_id = f.follower_id and m.activity_id = a.id offset 0)' : ''}
			order by a.created_at desc, a.id desc limit ${unreadOnly ? `least(${each}, f.unread)` : each}
		) latest
		where ${unreadOnly ? 'f.unread > 0' : isFollow}
		order by latest.created_at desc, latest.id desc limit ${roundUpLimit(window.limit)}`
	return (await rawQuery<ActivityKey>(db, text, values)).slice(0, window.limit)
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
