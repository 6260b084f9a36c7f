import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

// Each reads on from the last row that was read, so that no statement takes long however much somebody wrote.

/** Where the rows after a row begin; undefined for the first. */
export interface After {
	at: string
	id: string
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
	return db
		.selectFrom('sessions')
		.select(['id', 'device', 'created_at', 'rotated_at', 'proved_at', 'ended_at'])
		.where('user_id', '=', userId)
		.$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
		.orderBy('id')
		.limit(limit)
		.execute()
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
	return db
		.selectFrom('known_addresses')
		.select(['address_hash', 'last_used_at'])
		.where('user_id', '=', userId)
		.$if(after !== undefined, (query) => query.where('address_hash', '>', after ?? ''))
		.orderBy('address_hash')
		.limit(limit)
		.execute()
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
	return db
		.selectFrom('follows')
		.innerJoin('visible_users', 'visible_users.id', `follows.${other}`)
		.select(['visible_users.id as user_id', 'visible_users.username', 'follows.created_at'])
		.where(`follows.${own}`, '=', userId)
		.$if(after !== undefined, (query) =>
			query.where(
				sql<boolean>`(follows.created_at, ${sql.ref(`follows.${other}`)}) > (${after?.at}::timestamptz, ${after?.id}::uuid)`,
			),
		)
		.orderBy('follows.created_at')
		.orderBy(`follows.${other}`)
		.limit(limit)
		.execute()
}

export function exportedReviews(db: Db, userId: string, after: After | undefined, limit: number) {
	return db
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
		.$if(after !== undefined, (query) =>
			query.where(sql<boolean>`(created_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
		)
		.orderBy('created_at')
		.orderBy('id')
		.limit(limit)
		.execute()
}

export function exportedReviewLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	return db
		.selectFrom('review_likes as l')
		.innerJoin('reviews as r', 'r.id', 'l.review_id')
		.innerJoin('visible_users as u', 'u.id', 'r.user_id')
		.select(['l.review_id', 'l.created_at', 'r.game_id', 'r.game_name', 'u.username'])
		.where('l.user_id', '=', userId)
		.$if(after !== undefined, (query) => query.where('l.review_id', '>', after ?? ''))
		.orderBy('l.review_id')
		.limit(limit)
		.execute()
}

export function exportedComments(db: Db, userId: string, after: string | undefined, limit: number) {
	return db
		.selectFrom('comments as c')
		.innerJoin('reviews as r', 'r.id', 'c.review_id')
		.select(['c.id', 'c.review_id', 'c.content', 'c.likes', 'c.created_at', 'r.game_id', 'r.game_name'])
		.where('c.user_id', '=', userId)
		.$if(after !== undefined, (query) => query.where('c.id', '>', after ?? ''))
		.orderBy('c.id')
		.limit(limit)
		.execute()
}

export function exportedCommentLikes(db: Db, userId: string, after: string | undefined, limit: number) {
	return db
		.selectFrom('comment_likes as l')
		.innerJoin('comments as c', 'c.id', 'l.comment_id')
		.innerJoin('visible_users as u', 'u.id', 'c.user_id')
		.select(['l.comment_id', 'l.created_at', 'c.review_id', 'u.username'])
		.where('l.user_id', '=', userId)
		.$if(after !== undefined, (query) => query.where('l.comment_id', '>', after ?? ''))
		.orderBy('l.comment_id')
		.limit(limit)
		.execute()
}

export function exportedLists(db: Db, userId: string, after: After | undefined, limit: number) {
	return db
		.selectFrom('lists')
		.select(['id', 'title', 'description', 'created_at', 'updated_at'])
		.where('user_id', '=', userId)
		.$if(after !== undefined, (query) =>
			query.where(sql<boolean>`(created_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
		)
		.orderBy('created_at')
		.orderBy('id')
		.limit(limit)
		.execute()
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
	return db
		.selectFrom('activity_reads')
		.select(['activity_id', 'user_id'])
		.where('reader_id', '=', userId)
		.$if(after !== undefined, (query) => query.where('activity_id', '>', after ?? ''))
		.orderBy('activity_id')
		.limit(limit)
		.execute()
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
