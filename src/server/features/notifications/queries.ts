import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { StoredText } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { isListVisible } from '#server/features/lists/queries-rows.ts'

// With fewer, somebody who commented this often in a row would hide the actors before them
const EVENTS_READ_FOR_ACTORS = 24
const EVENTS_READ_FOR_COUNT = 1_000
const MARK_BATCH_SIZE = 500
const DELETE_BATCH_SIZE = 500

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
	is_read: boolean
	created_at: string
	/** Of the newest events, the newest first; a user can occur several times. */
	actors: Actor[]
	review_id: string | null
	game: GameRef | null
	list_id: string | null
	title: string | null
	comment_id: string | null
	content: StoredText | null
	/** Of the comment. */
	commenter_id: string | null
	contains_spoilers: boolean | null
	has_mentions: boolean | null
}

/**
 * SQL that is true if a notification `n` is about a comment on a list that is now hidden from its recipient. Notifications of
 * the other kinds that are about lists are the list owner's.
 */
const IS_OF_HIDDEN_LIST = `n.kind in ('reply', 'comment_like', 'mention') and exists (
	select from lists l where l.id = coalesce((select list_id from comments where id = n.target), n.target) and not ${isListVisible('l', 'n.user_id')}
)`

/** SQL that is true if the recipient of a notification `n` has muted somebody, or if there is a block between the two. */
const isQuiet = (actor: string) =>
	`exists (select from quiet_pairs q where q.viewer_id = n.user_id and q.hidden_id = ${actor} offset 0)`
const isBlocked = (author: string) =>
	`exists (select from blocked_pairs b where b.viewer_id = n.user_id and b.hidden_id = ${author} offset 0)`
const HAS_QUIET = `exists (select from quiet_pairs q where q.viewer_id = n.user_id offset 0)`

/** SQL that is true if an account is hidden from everybody, as those of banned people are. */
const isHidden = (account: string) => `exists (select from hidden_users h where h.user_id = ${account} offset 0)`

/**
 * SQL that is true if all that a notification `n` tells is of people whom its recipient does not meet, or if it is about
 * something of theirs. Most people have muted and blocked nobody, which is looked up first.
 */
const IS_OF_HIDDEN_PEOPLE = `(
	n.kind <> 'moderation' and not exists (
		select from notification_events e
		where e.notification_id = n.id and not ${isHidden('e.actor_id')} and not (${HAS_QUIET} and ${isQuiet('e.actor_id')}) offset 0
	)
	or n.kind in ('reply', 'comment_like', 'mention') and exists (
		select from comments c left join reviews r on r.id = c.review_id left join lists l on l.id = c.list_id
		where c.id = n.target and (${isHidden('coalesce(r.user_id, l.user_id)')} or ${HAS_QUIET} and ${isBlocked('coalesce(r.user_id, l.user_id)')}) offset 0
	)
)`

const UNREAD_BETWEEN = `
	select * from notifications n where user_id = $1 and on_site and not is_read and created_at > $2::timestamptz and created_at <= $3::timestamptz
		and not (${IS_OF_HIDDEN_LIST}) and not (${IS_OF_HIDDEN_PEOPLE})`

// `offset 0` forces a lookup by id for each one, where a plain join may read a whole table
const ABOUT = `
	left join lateral (
		select e.source from notification_events e where n.kind in ('comment', 'reply') and e.notification_id = n.id
			and not ${isQuiet('e.actor_id')}
		order by e.created_at desc, e.source desc limit 1
	) newest on true
	left join lateral (
		select c.* from comments c join visible_users u on u.id = c.user_id
		where c.id = case when n.kind in ('comment', 'reply') then newest.source when n.kind in ('comment_like', 'mention') then n.target end offset 0
	) c on true
	left join lateral (
		select r.* from reviews r join visible_users u on u.id = r.user_id
		where r.id = coalesce(c.review_id, case when n.kind in ('review_like', 'mention') then n.target end) and not ${isBlocked('r.user_id')} offset 0
	) r on true
	left join lateral (
		select l.id, l.title from lists l join visible_users u on u.id = l.user_id
		where l.id = coalesce(c.list_id, case when n.kind in ('list_like', 'list_copy', 'mention') then n.target end) and ${isListVisible('l', 'n.user_id')} and not ${isBlocked('l.user_id')} offset 0
	) l on true
	left join lateral (select * from games where id = r.game_id offset 0) g on true`

// Of the actors whom the recipient does not meet, those of the newest events are not counted
const ACTOR_COUNT = `case when n.actor_count > 1 and ${HAS_QUIET} then n.actor_count - (
		select count(distinct e.actor_id)::int from (
			select actor_id from notification_events where notification_id = n.id order by created_at desc limit ${EVENTS_READ_FOR_COUNT}
		) e where ${isQuiet('e.actor_id')}
	) else n.actor_count end`

/** Selects the rows of `notifications`, newest event first. */
const selectNotifications = (notifications: string) => `
	select n.id, n.kind, ${ACTOR_COUNT} as actor_count, n.text,
		case when n.kind = 'moderation' then (
			select a.id from moderation_actions a where a.id = coalesce((select action_id from appeals where id = n.target), n.target) and a.author_id = n.user_id
		) end as action_id, n.is_read, n.created_at, r.id as review_id, l.id as list_id, l.title, c.id as comment_id, c.content,
		c.user_id as commenter_id, c.contains_spoilers, c.mentioned <> '{}' as has_mentions,
		case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'cover', g.cover, 'releaseDate', g.release_date, 'developers', g.developers) end as game,
		array(
			select json_build_object('id', u.id, 'username', u.username, 'picture', u.picture)
			from (
				select actor_id, created_at from notification_events e where e.notification_id = n.id and not ${isQuiet('e.actor_id')}
				order by created_at desc limit ${EVENTS_READ_FOR_ACTORS}
			) e join visible_users u on u.id = e.actor_id order by e.created_at desc, u.id
		) as actors
	from (${notifications}) n ${ABOUT}
	order by n.created_at desc, n.id desc`

/**
 * Finds a page of a user's notifications on the site, newest event first, after the cursor `after`: one more than `limit`
 * if there are more. Those whose actors or subjects are all being deleted, or hidden from the user, have no actors or no subject.
 */
export function listNotificationRows(
	db: Db,
	userId: string,
	window: { limit: number; after: readonly (string | number)[] | undefined; unreadOnly: boolean },
): Promise<NotificationRow[]> {
	const { limit, after, unreadOnly } = window
	const values: unknown[] = [userId]
	if (after) values.push(...after)
	const text = selectNotifications(`
		select * from notifications where user_id = $1 and on_site ${unreadOnly ? 'and not is_read' : ''}
		${after ? 'and (created_at, id) < ($2::timestamptz, $3::uuid)' : ''}
		order by created_at desc, id desc limit ${roundUpLimit(limit + 1)}`)
	return rawQuery(db, text, values)
}

/** Finds notifications of any account by their IDs. */
export function findNotifications(db: Db, ids: readonly string[]): Promise<NotificationRow[]> {
	return rawQuery(db, selectNotifications('select * from notifications where id = any($1::uuid[])'), [ids])
}

/** Finds those of a user's notifications that a mail may have: what is on the site and was read is not in it. */
export function findMailedNotifications(db: Db, userId: string, ids: readonly string[]): Promise<NotificationRow[]> {
	const text = selectNotifications(
		'select * from notifications where id = any($2::uuid[]) and user_id = $1 and not (on_site and is_read)',
	)
	return rawQuery(db, text, [userId, ids])
}

/** Finds up to `limit` notifications that are unread on the site and whose newest event is in a span of time. */
export function findUnreadBetween(
	db: Db,
	userId: string,
	{ since, until, limit }: { since: string; until: string; limit: number },
): Promise<NotificationRow[]> {
	const text = selectNotifications(`${UNREAD_BETWEEN} order by created_at desc, id desc limit ${roundUpLimit(limit)}`)
	return rawQuery(db, text, [userId, since, until])
}

/** Counts what `findUnreadBetween` finds without a limit, up to `LIMITS.maxCountedUnread`. */
export async function countUnreadBetween(
	db: Db,
	userId: string,
	{ since, until }: { since: string; until: string },
): Promise<number> {
	const text = `select count(*)::int as n from (${UNREAD_BETWEEN} limit ${LIMITS.maxCountedUnread}) unread`
	const [counted] = await rawQuery<{ n: number }>(db, text, [userId, since, until])
	return counted?.n ?? 0
}

/** Counts a user's unread notifications on the site, up to `LIMITS.maxCountedUnread`. */
export async function countUnreadNotifications(db: Db, userId: string): Promise<number> {
	const text = `select count(*)::int as n from (
			select * from notifications where user_id = $1 and on_site and not is_read limit ${LIMITS.maxCountedUnread}
		) n where not (${IS_OF_HIDDEN_LIST}) and not (${IS_OF_HIDDEN_PEOPLE})`
	const [counted] = await rawQuery<{ n: number }>(db, text, [userId])
	return counted?.n ?? 0
}

/** Marks notifications of a user as read, and so due on no other channel. Returns how many were unread. */
export async function markNotifications(db: Db, userId: string, ids: readonly string[]): Promise<number> {
	const text = `
		with held as (
			select id from notifications where id = any($2::uuid[]) and user_id = $1 and on_site and not is_read order by id for update
		)
		update notifications set is_read = true where id in (select id from held) returning id`
	return (await rawQuery(db, text, [userId, ids])).length
}

/** Marks a user's notifications up to a time as read, in batches, and returns how many were unread. */
export async function markAllNotifications(db: Db, userId: string, until: string): Promise<number> {
	const text = `
		select id from notifications where user_id = $1 and on_site and not is_read and created_at <= $2::timestamptz
		order by created_at desc, id desc limit ${MARK_BATCH_SIZE}`
	let marked = 0
	for (;;) {
		const batch = await rawQuery<{ id: string }>(db, text, [userId, until])
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
	const old = `select id from notifications where created_at < $1::timestamptz order by created_at limit ${DELETE_BATCH_SIZE}`
	const takeBack = `
		select count(*)::int as n, take_back_notifications(array_agg(target), array_agg(source)) from (
			select e.target, e.source from (${old}) n join notification_events e on e.notification_id = n.id limit ${DELETE_BATCH_SIZE}
		) events`
	// Only messages of moderators have no events
	const deleteMessages = `delete from notifications where kind = 'moderation' and id in (${old}) returning id`
	for (;;) {
		const [taken] = await rawQuery<{ n: number }>(db, takeBack, [before])
		if (taken?.n) continue
		if ((await rawQuery(db, deleteMessages, [before])).length < DELETE_BATCH_SIZE) return
	}
}
