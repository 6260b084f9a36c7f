import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

// Keyset pagination: each query continues after the last row read, so that no statement takes long, however much data an
// account has.

/** The sort key of the last row read; the next page starts after it. */
export interface RowKey {
	at: string
	id: string
}

/** The same of rows that are sorted by game, and by an id or day within it. */
export interface GameRowKey {
	gameId: number
	id: string
}

/** Orders a query by an id, or by a time or game and an id, and limits it to the rows after a key. */
function pageAfter<DB, Table extends keyof DB, Row>(
	query: SelectQueryBuilder<DB, Table, Row>,
	columns: readonly StringReference<DB, Table>[],
	after: RowKey | GameRowKey | number | string | undefined,
	limit: number,
): SelectQueryBuilder<DB, Table, Row> {
	const order = sql.join(columns.map((column) => sql.ref(column)))
	const ordered = query.orderBy(order).limit(limit)
	if (after === undefined) return ordered
	return ordered.where(sql<boolean>`(${order}) > (${toSql(after)})`)
}

function toSql(after: RowKey | GameRowKey | number | string) {
	if (typeof after !== 'object') return sql`${after}`
	return 'at' in after ? sql`${after.at}::timestamptz, ${after.id}::uuid` : sql`${after.gameId}::integer, ${after.id}`
}

export function readAccount(db: Db, userId: string) {
	return db
		.selectFrom('users')
		.select(['id', 'username', 'email', 'email_verified_at', 'name', 'bio', 'picture', 'created_at'])
		.where('id', '=', userId)
		.executeTakeFirst()
}

export function readConnections(db: Db, userId: string) {
	return db
		.selectFrom('social_accounts')
		.select(['provider', 'subject', 'connected_at'])
		.where('user_id', '=', userId)
		.orderBy('connected_at')
		.execute()
}

export function readSessions(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('sessions')
		.select(['id', 'device', 'created_at', 'rotated_at', 'proved_at', 'ended_at'])
		.where('user_id', '=', userId)
	return pageAfter(rows, ['id'], after, limit).execute()
}

export function readMailedLinks(db: Db, userId: string) {
	return db
		.selectFrom('mail_tokens')
		.select(['purpose', 'email', 'email_key', 'created_at', 'expires_at'])
		.where('user_id', '=', userId)
		.orderBy('created_at')
		.execute()
}

export function readAddresses(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db.selectFrom('known_addresses').select(['address_hash', 'last_used_at']).where('user_id', '=', userId)
	return pageAfter(rows, ['address_hash'], after, limit).execute()
}

/** Reads the users whom a user follows, or their followers, oldest follow first. */
export function readFollows(
	db: Db,
	userId: string,
	side: 'following' | 'followers',
	after: RowKey | undefined,
	limit: number,
) {
	const [own, other] =
		side === 'following' ? (['follower_id', 'followed_id'] as const) : (['followed_id', 'follower_id'] as const)
	const rows = db
		.selectFrom('follows')
		.innerJoin('visible_users', 'visible_users.id', `follows.${other}`)
		.select(['visible_users.id as user_id', 'visible_users.username', 'follows.created_at'])
		.where(`follows.${own}`, '=', userId)
	return pageAfter(rows, ['follows.created_at', `follows.${other}`], after, limit).execute()
}

export function readReviews(db: Db, userId: string, after: RowKey | undefined, limit: number) {
	const rows = db
		.selectFrom('reviews')
		.innerJoin('review_counts', 'review_counts.id', 'reviews.id')
		.select([
			'reviews.id',
			'reviews.game_id',
			'game_name',
			'half_stars',
			'platform',
			'time_played',
			'description',
			'likes',
			'comment_count',
			'views',
			'impressions_total',
			'reviews.created_at',
			'updated_at',
		])
		.where('reviews.user_id', '=', userId)
	return pageAfter(rows, ['reviews.created_at', 'reviews.id'], after, limit).execute()
}

export function readReviewLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('review_likes as l')
		.innerJoin('reviews as r', 'r.id', 'l.review_id')
		.innerJoin('visible_users as u', 'u.id', 'r.user_id')
		.select(['l.review_id', 'l.created_at', 'r.game_id', 'r.game_name', 'u.username'])
		.where('l.user_id', '=', userId)
	return pageAfter(rows, ['l.review_id'], after, limit).execute()
}

export function readComments(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('comments as c')
		.innerJoin('reviews as r', 'r.id', 'c.review_id')
		.select(['c.id', 'c.review_id', 'c.content', 'c.likes', 'c.created_at', 'r.game_id', 'r.game_name'])
		.where('c.user_id', '=', userId)
	return pageAfter(rows, ['c.id'], after, limit).execute()
}

export function readCommentLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('comment_likes as l')
		.innerJoin('comments as c', 'c.id', 'l.comment_id')
		.innerJoin('visible_users as u', 'u.id', 'c.user_id')
		.select(['l.comment_id', 'l.created_at', 'c.review_id', 'u.username'])
		.where('l.user_id', '=', userId)
	return pageAfter(rows, ['l.comment_id'], after, limit).execute()
}

export function readLists(db: Db, userId: string, after: RowKey | undefined, limit: number) {
	const rows = db
		.selectFrom('lists')
		.select(['id', 'title', 'description', 'created_at', 'updated_at'])
		.where('user_id', '=', userId)
	return pageAfter(rows, ['created_at', 'id'], after, limit).execute()
}

/** Reads the games of lists, in list order. */
export function readListItems(db: Db, listIds: readonly string[]) {
	return db
		.selectFrom('list_items as i')
		.innerJoin('games as g', 'g.id', 'i.game_id')
		.select(['i.list_id', 'i.game_id', 'g.name', 'i.position', 'i.notes'])
		.where('i.list_id', '=', sql<string>`any(${listIds}::uuid[])`)
		.orderBy('i.list_id')
		.orderBy('i.position')
		.execute()
}

export function readEntries(db: Db, userId: string, after: number | undefined, limit: number) {
	const rows = db
		.selectFrom('library_entries as e')
		.innerJoin('games as g', 'g.id', 'e.game_id')
		.select(['e.game_id', 'g.name', 'status', 'half_stars', 'is_wished', 'is_loved', 'platform'])
		.select(['minutes_played', 'play_count', 'last_played_on', 'review_id', 'e.created_at', 'e.updated_at'])
		.where('e.user_id', '=', userId)
	return pageAfter(rows, ['e.game_id'], after, limit).execute()
}

export function readPlays(db: Db, userId: string, after: GameRowKey | undefined, limit: number) {
	const rows = db
		.selectFrom('plays as p')
		.innerJoin('games as g', 'g.id', 'p.game_id')
		.select(['p.id', 'p.game_id', 'g.name', 'platform', 'started_on', 'ended_on', 'outcome', 'is_replay'])
		.select(['minutes', 'note', 'p.created_at', 'p.updated_at'])
		.where('p.user_id', '=', userId)
	return pageAfter(rows, ['p.game_id', 'p.id'], after, limit).execute()
}

export function readPlaySessions(db: Db, userId: string, after: GameRowKey | undefined, limit: number) {
	const rows = db
		.selectFrom('play_sessions as s')
		.innerJoin('games as g', 'g.id', 's.game_id')
		.select(['s.id', 's.game_id', 'g.name', 'play_id', sql<string>`day::text`.as('day'), 'minutes', 'note', 's.source'])
		.select('s.created_at')
		.where('s.user_id', '=', userId)
	return pageAfter(rows, ['s.game_id', 's.id'], after, limit).execute()
}

export function readFavorites(db: Db, userId: string) {
	return db
		.selectFrom('favorites as f')
		.innerJoin('games as g', 'g.id', 'f.game_id')
		.select(['f.game_id', 'g.name', 'f.position'])
		.where('f.user_id', '=', userId)
		.orderBy('f.position')
		.execute()
}

export function readLogs(db: Db, userId: string, after: GameRowKey | undefined, limit: number) {
	const rows = db
		.selectFrom('feed_logs as l')
		.innerJoin('games as g', 'g.id', 'l.game_id')
		.select(['g.id as game_id', 'g.name', sql<string>`day::text`.as('day'), 'status', 'half_stars'])
		.select(['is_wished', 'is_loved', 'l.created_at'])
		.where('l.user_id', '=', userId)
	return pageAfter(rows, ['l.game_id', 'l.day'], after, limit).execute()
}

export function readActivityReads(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db.selectFrom('activity_reads').select(['activity_id', 'user_id']).where('reader_id', '=', userId)
	return pageAfter(rows, ['activity_id'], after, limit).execute()
}

/** Reads the reviews that an account has seen recently. They are deleted when the day is over, so there are few. */
export function readSightings(db: Db, userId: string) {
	return db
		.selectFrom('review_seen')
		.select(['review_id', 'day', 'opened'])
		.where('viewer', '=', userId)
		.where(sql<number>`length(viewer)`, '=', sql.lit(36))
		.orderBy('day')
		.orderBy('review_id')
		.execute()
}
