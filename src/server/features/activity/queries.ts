import { sql } from 'kysely'
import type { Activity } from '#contract/activity.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { statementLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { isAuthorVisible } from '#server/features/users/queries-rows.ts'

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
	// Offset 0: each is looked up by its id, where a join may read a whole table
	const text = `
		select a.id, a.kind, a.user_id, a.created_at, u.username, u.picture,
			g.id as game_id, g.name as game_name, coalesce(r.id, c.review_id) as review_id, l.title,
			coalesce(r.description, l.description) as description, c.content, r.half_stars,
			exists (select from activity_reads m where m.reader_id = $1 and m.activity_id = a.id) as is_read
		from activities a join visible_users u on u.id = a.user_id
		left join lateral (select * from reviews where a.kind = 'review' and id = a.id offset 0) r on true
		left join lateral (select * from comments where a.kind = 'comment' and id = a.id offset 0) c on true
		left join lateral (select * from reviews where id = c.review_id offset 0) about on true
		left join lateral (select * from games where id = coalesce(r.game_id, about.game_id) offset 0) g on true
		left join lateral (select * from lists where a.kind = 'list' and id = a.id offset 0) l on true
		where a.id = any($2::uuid[]) and (about.id is null or ${isAuthorVisible('about')})`
	const rows = await rawQuery<ActivityRow>(db, text, [viewerId, places.map(({ id }) => id)])
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
	const [name, value] = 'userId' in user ? ['id', user.userId] : ['lower(username)', user.username.toLowerCase()]
	const [known] = await rawQuery<{ id: string }>(db, `select id from visible_users where ${name} = $1`, [value])
	if (!known) return undefined
	const text = `select id, user_id, created_at from activities where user_id = $1 order by created_at desc, id desc limit ${statementLimit(limit)}`
	return (await rawQuery<ActivityPlace>(db, text, [known.id])).slice(0, limit)
}

// How many activities of the followed user `u` are in the feed of the follow `f`, with the corrections not yet written there.
const IN_FEED = `(u.activity_count - f.activities_before - coalesce((
	select sum(c.n) from feed_corrections c
	where c.user_id = f.followed_id and c.id > f.corrected_to and c.created_at < f.created_at), 0))`

/** How many activities are in a reader's feed, and how many of them are not marked as read. */
export async function countFeed(db: Db, readerId: string): Promise<{ total: number; unread: number }> {
	// While an activity is being deleted, marks that it was read may outlast it
	const text = `select coalesce(sum(n), 0)::int as total, coalesce(sum(greatest(n - activities_read, 0)), 0)::int as unread
		from (
			select ${IN_FEED} as n, f.activities_read
			from follows f join visible_users u on u.id = f.followed_id where f.follower_id = $1
		) feed`
	const [counted] = await rawQuery<{ total: number; unread: number }>(db, text, [readerId])
	return counted ?? { total: 0, unread: 0 }
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
	const first = await latestOfEach(db, readerId, READ_FIRST, window, null)
	// Whoever gave all the rows that were read of them, down into the page, may have more that belong there
	const given = Map.groupBy(first, (row) => row.user_id)
	const deeper = [...given].flatMap(([userId, rows]) => (rows.length === READ_FIRST ? [userId] : []))
	if (deeper.length === 0 || window.limit <= READ_FIRST) return first
	const rest = await latestOfEach(db, readerId, statementLimit(window.limit), window, deeper)
	const lookedDeeper = new Set(deeper)
	return [...first.filter((row) => !lookedDeeper.has(row.user_id)), ...rest].sort(newestFirst).slice(0, window.limit)
}

async function latestOfEach(
	db: Db,
	readerId: string,
	each: number,
	window: { limit: number; after: readonly (string | number)[] | undefined; unreadOnly: boolean },
	among: readonly string[] | null,
): Promise<ActivityPlace[]> {
	const { after, unreadOnly } = window
	const values: unknown[] = [readerId]
	const bind = (value: unknown) => `$${values.push(value)}`
	const isFollow = `f.follower_id = $1 ${among ? `and f.followed_id = any(${bind(among)}::uuid[])` : ''}`
	// Whoever has nothing unread is not looked at, and nobody further than to their last unread activity. offset 0: the
	// planner may else read all that anybody has read.
	const followed = unreadOnly
		? `(
			select f.*, ${IN_FEED} - f.activities_read as unread
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
		order by latest.created_at desc, latest.id desc limit ${statementLimit(window.limit)}`
	return (await rawQuery<ActivityPlace>(db, text, values)).slice(0, window.limit)
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
		-- in one order: the same reader marks the same ones in two tabs
		order by f.followed_id, a.id
		for key share of f
		on conflict do nothing returning activity_id`.execute(db)
	return rows.length
}

const CORRECTED_AT_ONCE = 1_000
const AUTHORS_AT_ONCE = 100

/** Writes corrections into the follows that they are for, in batches: an activity that goes costs the same however many follow its author. */
export async function correctFeeds(db: Db): Promise<void> {
	const { rows } = await sql<{ author: string }>`
		select distinct user_id as author from feed_corrections limit ${sql.lit(AUTHORS_AT_ONCE)}`.execute(db)
	for (const { author } of rows)
		for (let changed = 1; changed > 0; ) {
			const text = sql<{ n: number }>`select correct_follows(${author}::uuid, ${CORRECTED_AT_ONCE}::int) as n`
			changed = (await text.execute(db)).rows[0]?.n ?? 0
		}
}
