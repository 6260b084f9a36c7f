import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

// Each reads on from the last row that was read, so that no statement takes long however much somebody wrote.

/** Where the rows after a row begin; undefined for the first. */
export interface After {
	at: string
	id: string
}

/** Reads on after a row, in the order of an id, or of a time and an id. */
function readOn<DB, Table extends keyof DB, Row>(
	query: SelectQueryBuilder<DB, Table, Row>,
	columns: readonly StringReference<DB, Table>[],
	after: After | string | undefined,
	limit: number,
): SelectQueryBuilder<DB, Table, Row> {
	const order = sql.join(columns.map((column) => sql.ref(column)))
	const ordered = query.orderBy(order).limit(limit)
	if (after === undefined) return ordered
	const values = typeof after === 'string' ? sql`${after}` : sql`${after.at}::timestamptz, ${after.id}::uuid`
	return ordered.where(sql<boolean>`(${order}) > (${values})`)
}

export function exportedAccount(db: Db, userId: string) {
	return db
		.selectFrom('users')
		.select(['id', 'username', 'email', 'email_verified_at', 'name', 'bio', 'picture', 'created_at'])
		.where('id', '=', userId)
		.executeTakeFirst()
}

export function exportedConnections(db: Db, userId: string) {
	return db
		.selectFrom('social_accounts')
		.select(['provider', 'subject', 'connected_at'])
		.where('user_id', '=', userId)
		.orderBy('connected_at')
		.execute()
}

export function exportedSessions(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('sessions')
		.select(['id', 'device', 'created_at', 'rotated_at', 'proved_at', 'ended_at'])
		.where('user_id', '=', userId)
	return readOn(rows, ['id'], after, limit).execute()
}

export function exportedMailedLinks(db: Db, userId: string) {
	return db
		.selectFrom('mail_tokens')
		.select(['purpose', 'email', 'email_key', 'created_at', 'expires_at'])
		.where('user_id', '=', userId)
		.orderBy('created_at')
		.execute()
}

export function exportedAddresses(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db.selectFrom('known_addresses').select(['address_hash', 'last_used_at']).where('user_id', '=', userId)
	return readOn(rows, ['address_hash'], after, limit).execute()
}

/** Whom a user follows, or who follows them, in the order in which it began. */
export function exportedFollows(
	db: Db,
	userId: string,
	whose: 'following' | 'followers',
	after: After | undefined,
	limit: number,
) {
	const [own, other] =
		whose === 'following' ? (['follower_id', 'followed_id'] as const) : (['followed_id', 'follower_id'] as const)
	const rows = db
		.selectFrom('follows')
		.innerJoin('visible_users', 'visible_users.id', `follows.${other}`)
		.select(['visible_users.id as user_id', 'visible_users.username', 'follows.created_at'])
		.where(`follows.${own}`, '=', userId)
	return readOn(rows, ['follows.created_at', `follows.${other}`], after, limit).execute()
}

export function exportedReviews(db: Db, userId: string, after: After | undefined, limit: number) {
	const rows = db
		.selectFrom('reviews')
		.select([
			'id',
			'game_id',
			'game_name',
			'half_stars',
			'platform',
			'time_played',
			'description',
			'likes',
			'comment_count',
			'views',
			'impressions_total',
			'created_at',
			'updated_at',
		])
		.where('user_id', '=', userId)
	return readOn(rows, ['created_at', 'id'], after, limit).execute()
}

export function exportedReviewLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('review_likes as l')
		.innerJoin('reviews as r', 'r.id', 'l.review_id')
		.innerJoin('visible_users as u', 'u.id', 'r.user_id')
		.select(['l.review_id', 'l.created_at', 'r.game_id', 'r.game_name', 'u.username'])
		.where('l.user_id', '=', userId)
	return readOn(rows, ['l.review_id'], after, limit).execute()
}

export function exportedComments(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('comments as c')
		.innerJoin('reviews as r', 'r.id', 'c.review_id')
		.select(['c.id', 'c.review_id', 'c.content', 'c.likes', 'c.created_at', 'r.game_id', 'r.game_name'])
		.where('c.user_id', '=', userId)
	return readOn(rows, ['c.id'], after, limit).execute()
}

export function exportedCommentLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('comment_likes as l')
		.innerJoin('comments as c', 'c.id', 'l.comment_id')
		.innerJoin('visible_users as u', 'u.id', 'c.user_id')
		.select(['l.comment_id', 'l.created_at', 'c.review_id', 'u.username'])
		.where('l.user_id', '=', userId)
	return readOn(rows, ['l.comment_id'], after, limit).execute()
}

export function exportedLists(db: Db, userId: string, after: After | undefined, limit: number) {
	const rows = db
		.selectFrom('lists')
		.select(['id', 'title', 'description', 'created_at', 'updated_at'])
		.where('user_id', '=', userId)
	return readOn(rows, ['created_at', 'id'], after, limit).execute()
}

/** The games of lists, in their order. */
export function exportedListItems(db: Db, listIds: readonly string[]) {
	return db
		.selectFrom('list_items as i')
		.innerJoin('games as g', 'g.id', 'i.game_id')
		.select(['i.list_id', 'i.game_id', 'g.name', 'i.position', 'i.notes'])
		.where('i.list_id', '=', sql<string>`any(${listIds}::uuid[])`)
		.orderBy('i.list_id')
		.orderBy('i.position')
		.execute()
}

export function exportedReads(db: Db, userId: string, after: string | undefined, limit: number) {
	const rows = db.selectFrom('activity_reads').select(['activity_id', 'user_id']).where('reader_id', '=', userId)
	return readOn(rows, ['activity_id'], after, limit).execute()
}

/** The reviews that an account has seen in these days; they are dropped when the day is over, so there are few. */
export function exportedSightings(db: Db, userId: string) {
	return db
		.selectFrom('review_seen')
		.select(['review_id', 'day', 'opened'])
		.where('viewer', '=', userId)
		.where(sql<number>`length(viewer)`, '=', sql.lit(36))
		.orderBy('day')
		.orderBy('review_id')
		.execute()
}
