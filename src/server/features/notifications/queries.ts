import { type RawBuilder, sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { StoredText } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'

// With fewer, somebody who commented this often in a row would hide the actors before them
const EVENTS_READ_FOR_ACTORS = 24
const EVENTS_READ_FOR_COUNT = 1_000
const MARK_BATCH_SIZE = 500
const DELETE_BATCH_SIZE = 500
const MAX_COUNTED = sql.lit(LIMITS.maxCountedUnread)
/** The kinds that no person causes. */
export const KINDS_WITHOUT_ACTORS: readonly NotificationKind[] = ['moderation', 'suggestion', 'import', 'release']
const WITHOUT_ACTORS = sql.join(KINDS_WITHOUT_ACTORS.map((kind) => sql.lit(kind)))

interface Actor {
	id: string
	username: string
	picture: string | null
}

export interface NotificationRow {
	id: string
	kind: NotificationKind
	actor_count: number
	text: string | null
	/** The action of a moderator about something of the recipient. */
	action_id: string | null
	/** The import that it tells of, while its owner has it. */
	import_id: string | null
	is_read: boolean
	created_at: string
	/** Of the newest events, the newest first; a user can occur several times. */
	actors: Actor[]
	review_id: string | null
	game: GameRef | null
	list_id: string | null
	title: string | null
	comment_id: string | null
	parent_id: string | null
	/** Whether the recipient has liked the comment. */
	has_liked: boolean
	content: StoredText | null
	/** Of the comment. */
	commenter_id: string | null
	contains_spoilers: boolean | null
	has_mentions: boolean | null
}

/**
 * Returns SQL that is true if a notification `n` of a recipient has something to show them: if some of it is of people whom they
 * meet, and if they may read what it is about. What is not there any more is on its way to deletion. Notifications of the kinds
 * that are not named are about what is the recipient's.
 */
const isShownTo = (userId: string) => sql`(
	n.kind in (${WITHOUT_ACTORS}) or exists (
		select from notification_events e cross join lateral (select from quiet_users(${userId}) where id = e.actor_id offset 0) u
		where e.notification_id = n.id offset 0
	)
) and not (
	n.kind in ('reply', 'comment_like', 'mention') and (
		exists (
			select from comments c where c.id = n.target
				and not exists (select from visible_reviews(${userId}) where id = c.review_id offset 0)
				and not exists (select from visible_lists(${userId}) where id = c.list_id offset 0) offset 0
		)
		or exists (
			select from lists l where l.id = n.target
				and not exists (select from visible_lists(${userId}) where id = l.id offset 0) offset 0
		)
	)
)`

/** SQL that is true if the recipient of a notification `n` has muted the actor of its event `e`, or if there is a block between the two. */
const IS_BY_QUIET = sql`exists (select from quiet_pairs q where q.viewer_id = n.user_id and q.hidden_id = e.actor_id offset 0)`

// `offset 0` forces a lookup by id for each one, where a plain join may read a whole table
const aboutFor = (recipient: RawBuilder<unknown>) => sql`
	left join lateral (
		select e.source from notification_events e where n.kind in ('comment', 'reply') and e.notification_id = n.id
			and not ${IS_BY_QUIET}
		order by e.created_at desc, e.source desc limit 1
	) newest on true
	left join lateral (
		select * from visible_comments(${recipient})
		where id = case when n.kind in ('comment', 'reply') then newest.source when n.kind in ('comment_like', 'mention') then n.target end offset 0
	) c on true
	left join lateral (
		select * from visible_reviews(${recipient})
		where id = coalesce(c.review_id, case when n.kind in ('review_like', 'mention') then n.target end) offset 0
	) r on true
	left join lateral (
		select * from visible_lists(${recipient})
		where id = coalesce(c.list_id, case when n.kind in ('list_like', 'list_copy', 'mention') then n.target end) offset 0
	) l on true
	left join lateral (
		select s.game_id from game_suggestions s where n.kind = 'suggestion' and s.id = n.target offset 0
	) s on true
	left join lateral (
		select coalesce((select m.game_id from merged_games m where m.id = o.game_id), o.game_id) as game_id
		from game_releases o where n.kind = 'release' and o.id = n.target offset 0
	) o on true
	left join lateral (select * from games where id = coalesce(r.game_id, s.game_id, o.game_id) offset 0) g on true`

// Of the actors whom the recipient does not meet, those of the newest events are not counted
const ACTOR_COUNT = sql`case when n.actor_count > 1 and exists (select from quiet_pairs q where q.viewer_id = n.user_id offset 0) then n.actor_count - (
		select count(distinct e.actor_id)::int from (
			select actor_id from notification_events where notification_id = n.id order by created_at desc limit ${sql.lit(EVENTS_READ_FOR_COUNT)}
		) e where ${IS_BY_QUIET}
	) else n.actor_count end`

/**
 * Selects the rows of `notifications`, newest event first. For those of one recipient the database learns once whom they have
 * blocked.
 */
async function selectNotifications(
	db: Db,
	notifications: RawBuilder<unknown>,
	userId?: string,
): Promise<NotificationRow[]> {
	const recipient = userId === undefined ? sql`n.user_id` : sql`${userId}`
	const { rows } = await sql<NotificationRow>`
		select n.id, n.kind, ${ACTOR_COUNT} as actor_count, n.text,
			case when n.kind = 'moderation' then (
				select a.id from moderation_actions a where a.id = coalesce((select action_id from appeals where id = n.target), n.target) and a.author_id = n.user_id
			) end as action_id,
			case when n.kind = 'import' then (select i.id from imports i where i.id = n.target and i.user_id = n.user_id) end as import_id, n.is_read, n.created_at, r.id as review_id, l.id as list_id, l.title, c.id as comment_id, c.parent_id, c.content,
			exists (select from comment_likes k where k.comment_id = c.id and k.user_id = n.user_id) as has_liked,
			c.user_id as commenter_id, c.contains_spoilers, c.mentioned <> '{}' as has_mentions,
			case when g.id is not null then ${sql.raw(GAME_REF)} end as game,
			array(
				select json_build_object('id', u.id, 'username', u.username, 'picture', u.picture)
				from (
					select actor_id, created_at from notification_events e where e.notification_id = n.id and not ${IS_BY_QUIET}
					order by created_at desc limit ${sql.lit(EVENTS_READ_FOR_ACTORS)}
				) e join visible_users u on u.id = e.actor_id order by e.created_at desc, u.id
			) as actors
		from (${notifications}) n ${aboutFor(recipient)}
		order by n.created_at desc, n.id desc`.execute(db)
	return rows
}

/**
 * Finds a page of a user's notifications on the site, newest event first, after the cursor `after`: one more than `limit`
 * if there are more. Those whose actors or subjects are all being deleted, or hidden from the user, have no actors or no subject.
 */
export function listNotificationRows(
	db: Db,
	userId: string,
	{ limit, after, unreadOnly }: { limit: number; after: readonly (string | number)[] | undefined; unreadOnly: boolean },
): Promise<NotificationRow[]> {
	const conditions = [
		sql`user_id = ${userId}`,
		sql`on_site`,
		...(unreadOnly ? [sql`not is_read`] : []),
		...(after ? [sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
	]
	// Only the rows of the page are read whole: the ids come from an index in order, where the planner would sort all rows, since most
	// people have few
	return selectNotifications(
		db,
		sql`
			select n.* from (
				select id from notifications where ${sql.join(conditions, sql` and `)}
				order by created_at desc, id desc limit ${sql.lit(roundUpLimit(limit + 1))}
			) page join notifications n using (id)`,
		userId,
	)
}

/** Finds notifications of any account by their IDs. */
export function findNotifications(db: Db, ids: readonly string[]): Promise<NotificationRow[]> {
	return selectNotifications(db, sql`select * from notifications where id = any(${ids}::uuid[])`)
}

/** Finds those of a user's notifications that a mail may have: what is on the site and was read is not in it. */
export function findMailedNotifications(db: Db, userId: string, ids: readonly string[]): Promise<NotificationRow[]> {
	return selectNotifications(
		db,
		sql`select * from notifications where id = any(${ids}::uuid[]) and user_id = ${userId} and not (on_site and is_read)`,
		userId,
	)
}

interface Span {
	since: string
	until: string
}

/** Selects notifications that are unread on the site and whose newest event is in a span of time. */
const selectUnreadBetween = (userId: string, { since, until }: Span) => sql`
	select * from notifications n where user_id = ${userId} and on_site and not is_read
		and created_at > ${since}::timestamptz and created_at <= ${until}::timestamptz
		and ${isShownTo(userId)}`

/** Finds up to `limit` notifications that are unread on the site and whose newest event is in a span of time. */
export function findUnreadBetween(
	db: Db,
	userId: string,
	{ limit, ...span }: Span & { limit: number },
): Promise<NotificationRow[]> {
	return selectNotifications(
		db,
		sql`${selectUnreadBetween(userId, span)} order by created_at desc, id desc limit ${sql.lit(roundUpLimit(limit))}`,
		userId,
	)
}

/** Counts what `findUnreadBetween` finds without a limit, up to `LIMITS.maxCountedUnread`. */
export async function countUnreadBetween(db: Db, userId: string, span: Span): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from (${selectUnreadBetween(userId, span)} limit ${MAX_COUNTED}) unread`.execute(db)
	return rows[0]?.n ?? 0
}

/** Counts a user's unread notifications on the site, up to `LIMITS.maxCountedUnread`. */
export async function countUnreadNotifications(db: Db, userId: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from (
			select * from notifications where user_id = ${userId} and on_site and not is_read limit ${MAX_COUNTED}
		) n where ${isShownTo(userId)}`.execute(db)
	return rows[0]?.n ?? 0
}

/** Marks notifications of a user as read, and so due on no other channel. Returns how many were unread. */
export async function markNotifications(db: Db, userId: string, ids: readonly string[]): Promise<number> {
	const { rows } = await sql`
		with held as (
			select id from notifications where id = any(${ids}::uuid[]) and user_id = ${userId} and on_site and not is_read order by id for update
		)
		update notifications set is_read = true where id in (select id from held) returning id`.execute(db)
	return rows.length
}

/** Marks a user's notifications up to a time as read, in batches, and returns how many were unread. */
export async function markAllNotifications(db: Db, userId: string, until: string): Promise<number> {
	const unread = sql<{ id: string }>`
		select id from notifications where user_id = ${userId} and on_site and not is_read and created_at <= ${until}::timestamptz
		order by created_at desc, id desc limit ${sql.lit(MARK_BATCH_SIZE)}`
	let marked = 0
	for (;;) {
		const { rows: batch } = await unread.execute(db)
		marked += await markNotifications(
			db,
			userId,
			batch.map(({ id }) => id),
		)
		if (batch.length < MARK_BATCH_SIZE) return marked
	}
}

/** Deletes the notifications whose newest event is older than `before`, in batches. */
export async function deleteOldNotifications(db: Db, before: string): Promise<void> {
	const most = sql.lit(DELETE_BATCH_SIZE)
	const old = sql`select id from notifications where created_at < ${before}::timestamptz order by created_at limit ${most}`
	const takeBack = sql<{ n: number }>`
		select count(*)::int as n, take_back_notifications(array_agg(target), array_agg(source)) from (
			select e.target, e.source from (${old}) n join notification_events e on e.notification_id = n.id limit ${most}
		) events`
	// Only these have no events
	const deleteMessages = sql`delete from notifications where kind in (${WITHOUT_ACTORS}) and id in (${old}) returning id`
	for (;;) {
		const { rows } = await takeBack.execute(db)
		if (rows[0]?.n) continue
		if ((await deleteMessages.execute(db)).rows.length < DELETE_BATCH_SIZE) return
	}
}
