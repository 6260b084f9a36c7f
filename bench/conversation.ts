import { type RawBuilder, sql } from 'kysely'
import { refreshRankings } from '#server/db/rankings.ts'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

/** Where people talk most. */
export interface Conversation {
	/** Has a tenth as many notifications as there are reviews, one of a hundred unread. */
	recipient: string
	/** A review with many comments that have replies. */
	review: string
	/** The comment with the most replies. */
	comment: string
}

/** Fewer than the comments on the most commented review, which stays the one that other cases read. */
const ROOTS = 500
const REPLIES = 5_000
/** Each other comment has three replies, as many as are shown with it. */
const REPLIES_EACH = 3
const ROOT_ID = '00000000-0000-7000-8000-00000c0ffee0'

/**
 * Adds what people hear of and answer, the same in each run: a notification of a like to the author of each review, those of
 * `recipient`, a review with threads, and likes of lists. The largest thread has a two-hundredth as many replies as there are reviews, up to 5,000.
 */
export async function addConversation(db: Db, recipient: string): Promise<Conversation> {
	const earlier = await db.selectFrom('comments').select('review_id').where('id', '=', ROOT_ID).executeTakeFirst()
	const review =
		earlier?.review_id ??
		(await db.selectFrom('reviews').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
	await withoutStatementTimeout(db, async (connection) => {
		await addNotifications(connection, recipient)
		if (!earlier) await addThreads(connection, review)
		await addListLikes(connection)
	})
	return { recipient, review, comment: ROOT_ID }
}

/** The events have sources of their own, so that player_3 can still like each review while writes are measured. */
async function addNotifications(db: Db, recipient: string): Promise<void> {
	if (await db.selectFrom('notifications').select('id').where('user_id', '=', recipient).executeTakeFirst()) return
	const add = (user: RawBuilder<unknown>, isRead: RawBuilder<unknown>, reviews: RawBuilder<unknown>) =>
		sql`insert into notifications (user_id, kind, target, actor_count, is_read, created_at)
			select ${user}, 'review_like', r.id, 1, ${isRead}, r.created_at from ${reviews} r`.execute(db)
	await add(sql`r.user_id`, sql`true`, sql`reviews`)
	await add(
		sql`${recipient}::uuid`,
		sql`r.n % 100 > 0`,
		sql`(select *, row_number() over (order by id) as n from reviews order by id limit (select count(*) / 10 from reviews))`,
	)
	await sql`insert into notification_events (target, source, kind, user_id, notification_id, actor_id, created_at)
		select n.target, n.id, n.kind, n.user_id, n.id, u.id, n.created_at
		from notifications n cross join (select id from users where username = 'player_3') u`.execute(db)
	await sql`analyze notifications, notification_events`.execute(db)
}

/** Adds likes of a tenth of the lists, one to five each, most of them long ago. */
async function addListLikes(db: Db): Promise<void> {
	if (await db.selectFrom('list_likes').select('list_id').executeTakeFirst()) return
	await sql`insert into list_likes (list_id, user_id, created_at)
		select l.id, u.id, now() - (l.n * 7919 % 400) * interval '1 day'
		from (select id, row_number() over (order by id) as n from lists order by id limit (select count(*) / 10 from lists)) l
		join (select id, row_number() over (order by id) as n from users order by id limit 5) u on u.n <= 1 + l.n % 5
		order by l.id, u.id`.execute(db)
	await sql`analyze list_likes, list_counts`.execute(db)
	await refreshRankings(db)
}

async function addThreads(db: Db, review: string): Promise<void> {
	const author = sql`(select id from users where username = 'player_3')`
	const add = (id: RawBuilder<unknown>, parent: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
		sql`insert into comments (id, review_id, user_id, parent_id, content, created_at)
			select ${id}, ${review}::uuid, ${author}, ${parent}, 'Number ' || n, now() - n * interval '1 second' from ${rows}`.execute(
			db,
		)
	const count = sql`(select count(*) / 200 from reviews)`
	await add(sql`${ROOT_ID}::uuid`, sql`null::uuid`, sql`generate_series(0, 0) n`)
	await add(
		sql`gen_random_uuid()`,
		sql`${ROOT_ID}::uuid`,
		sql`(select n from generate_series(1, ${sql.lit(REPLIES)}) n limit ${count}) n`,
	)
	await add(
		sql`gen_random_uuid()`,
		sql`null::uuid`,
		sql`(select n from generate_series(1, ${sql.lit(ROOTS)}) n limit ${count}) n`,
	)
	await add(
		sql`gen_random_uuid()`,
		sql`n.id`,
		sql`(
			select c.id, row_number() over (order by c.id, k) as n from comments c cross join generate_series(1, ${sql.lit(REPLIES_EACH)}) k
			where c.review_id = ${review}::uuid and c.parent_id is null and c.content like 'Number %' and c.id <> ${ROOT_ID}
		) n`,
	)
	await sql`analyze comments`.execute(db)
}
