import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'
import { REVIEW_DAY } from '#server/features/reviews/queries-rows.ts'

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
		.leftJoin('user_visits', 'user_visits.user_id', 'users.id')
		.select(['id', 'username', 'email', 'email_verified_at', 'name', 'bio', 'picture', 'created_at'])
		.select(['user_visits.seen_on', 'user_visits.seen_before'])
		.select(['rules_version', 'rules_accepted_at'])
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
		.select(['id', 'device', 'created_at', 'rotated_at', 'proved_at', 'ended_at', 'method', 'second_factor'])
		.where('user_id', '=', userId)
	return pageAfter(rows, ['id'], after, limit).execute()
}

export function readPushDevices(db: Db, userId: string) {
	return db
		.selectFrom('push_subscriptions')
		.select(['session_id', 'host', 'created_at'])
		.where('user_id', '=', userId)
		.orderBy('created_at')
		.execute()
}

/** Counts the recovery codes of an account, with when they were made; undefined without any. */
export function readRecoveryCodes(db: Db, userId: string) {
	return db
		.selectFrom('recovery_codes')
		.select((codes) => [codes.fn.countAll<string>().as('left'), 'created_at'])
		.where('user_id', '=', userId)
		.groupBy('created_at')
		.executeTakeFirst()
}

/** Reads the invites of an account, of which there are at most some hundred. */
export function readInvites(db: Db, userId: string) {
	return db
		.selectFrom('invites')
		.select(['code', 'uses', 'used', 'created_at', 'expires_at', 'revoked_at'])
		.where('created_by', '=', userId)
		.orderBy('created_at')
		.orderBy('code')
		.execute()
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

/** Reads the users whom a user has blocked or muted, ordered by id. */
export function readHiddenUsers(
	db: Db,
	userId: string,
	table: 'blocks' | 'mutes',
	after: string | undefined,
	limit: number,
) {
	const [own, other] =
		table === 'blocks' ? (['blocker_id', 'blocked_id'] as const) : (['muter_id', 'muted_id'] as const)
	const text = `
		select u.id as user_id, u.username, h.created_at from ${table} h join visible_users u on u.id = h.${other}
		where h.${own} = $1 ${after === undefined ? '' : `and h.${other} > $2`} order by h.${other} limit ${limit}`
	return rawQuery<{ user_id: string; username: string; created_at: string }>(
		db,
		text,
		after === undefined ? [userId] : [userId, after],
	)
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
			'contains_spoilers',
			'likes',
			'comment_count',
			'views',
			'impressions_total',
			sql<string>`${sql.raw(REVIEW_DAY)}::text`.as('day'),
			'reviews.created_at',
			'updated_at',
		])
		.where('reviews.user_id', '=', userId)
	return pageAfter(rows, ['reviews.created_at', 'reviews.id'], after, limit).execute()
}

export function readReviewDrafts(db: Db, userId: string, after: number | undefined, limit: number) {
	const rows = db
		.selectFrom('review_drafts as d')
		.innerJoin('games as g', 'g.id', 'd.game_id')
		.select(['d.game_id', 'g.name', 'half_stars', 'd.platform', 'time_played', 'd.description', 'contains_spoilers'])
		.select(['device', 'd.updated_at'])
		.where('d.user_id', '=', userId)
	return pageAfter(rows, ['d.game_id'], after, limit).execute()
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
		.select([
			'c.id',
			'r.id as review_id',
			'c.parent_id',
			'c.content',
			'c.contains_spoilers',
			'c.likes',
			'c.created_at',
			'c.edited_at',
			'r.game_id',
			'r.game_name',
		])
		.where('c.user_id', '=', userId)
	return pageAfter(rows, ['c.id'], after, limit).execute()
}

export function readListComments(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('comments as c')
		.innerJoin('lists as t', 't.id', 'c.list_id')
		.select([
			'c.id',
			't.id as list_id',
			'c.parent_id',
			'c.content',
			'c.contains_spoilers',
			'c.likes',
			'c.created_at',
			'c.edited_at',
		])
		.where('c.user_id', '=', userId)
	return pageAfter(rows, ['c.id'], after, limit).execute()
}

export function readCommentLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('comment_likes as l')
		.innerJoin('comments as c', 'c.id', 'l.comment_id')
		.innerJoin('visible_users as u', 'u.id', 'c.user_id')
		.select(['l.comment_id', 'l.created_at', 'c.review_id', 'c.list_id', 'u.username'])
		.where('l.user_id', '=', userId)
	return pageAfter(rows, ['l.comment_id'], after, limit).execute()
}

export function readLists(db: Db, userId: string, after: RowKey | undefined, limit: number) {
	const rows = db
		.selectFrom('lists as t')
		.leftJoin('list_counts as c', 'c.id', 't.id')
		.select(['t.id', 'title', 'description', 'visibility', 'is_ranked', 'tags', 'copied_from'])
		.select(['likes', 'comment_count', 't.created_at', 'updated_at'])
		.where('t.user_id', '=', userId)
	return pageAfter(rows, ['t.created_at', 't.id'], after, limit).execute()
}

export function readListLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('list_likes as l')
		.innerJoin('lists as t', 't.id', 'l.list_id')
		.innerJoin('visible_users as u', 'u.id', 't.user_id')
		.select(['l.list_id', 'l.created_at', 'u.username'])
		.where('l.user_id', '=', userId)
	return pageAfter(rows, ['l.list_id'], after, limit).execute()
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

export function readNotifications(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('notifications')
		.select(['id', 'kind', 'target', 'actor_count', 'text', 'is_read', 'created_at'])
		.where('user_id', '=', userId)
	return pageAfter(rows, ['id'], after, limit).execute()
}

/** Reads when an account last got mails about notifications. */
export function readMailTimes(db: Db, userId: string) {
	return db
		.selectFrom('notification_mails')
		.select(['mailed_at', 'digested_at'])
		.where('user_id', '=', userId)
		.executeTakeFirst()
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
