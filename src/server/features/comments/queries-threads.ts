import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { isHidden, isHiddenShown } from '#server/features/moderation/queries-states.ts'
import { minusHidden } from '#server/features/users/queries-rows.ts'
import {
	type CommentRow,
	columnsWithHidden,
	commentColumns,
	commentSource,
	IS_COMMENT_SHOWN,
	sourceWithHidden,
} from './queries-rows.ts'

const REPLIES_SHOWN = 3

/** What comments are on. */
export type Subject = { kind: 'review' | 'list'; id: string }

/** Who gets comments. */
export interface ThreadViewer {
	/** Null for a visitor. */
	id: string | null
	/** Whether there may be removed comments that others do not see, and this viewer does. */
	seesHidden: boolean
}

const sourceFor = ({ id, seesHidden }: ThreadViewer) =>
	seesHidden ? sourceWithHidden(sql`quiet_users(${id})`, id) : commentSource(sql`quiet_users(${id})`)
const columnsFor = ({ id, seesHidden }: ThreadViewer) => (seesHidden ? columnsWithHidden(id) : commentColumns(id))

/** Returns the reviews or lists that the viewer may read. */
export const visibleSubjects = (kind: Subject['kind'], viewerId: string | null) =>
	kind === 'review' ? sql`visible_reviews(${viewerId})` : sql`visible_lists(${viewerId})`

/** Returns SQL that is true for the comments, in `row`, on a review or list. */
const isOn = (row: string, { kind, id }: Subject): RawBuilder<boolean> => sql`${sql.ref(`${row}.${kind}_id`)} = ${id}`

/**
 * Counts the comments on a review or list that reply to none, with the tombstones of deleted ones and hidden ones that the viewer
 * still sees; undefined if it does not exist for the viewer.
 */
export async function countThreads(
	db: Db,
	subject: Subject,
	viewerId: string | null,
): Promise<{ count: number; viewer: ThreadViewer } | undefined> {
	const { kind, id } = subject
	// With replies the tombstone of their comment stays, and counts
	const ofAccount = sql`(select count(*) from comments o where ${isOn('o', subject)} and o.user_id = hidden.id and o.parent_id is null
		and o.reply_count = 0 and o.removed_at is null and o.state = 'published')`
	const removed =
		viewerId === null
			? sql`select 0 as threads, 0 as total`
			: sql`select (count(*) filter (where w.parent_id is null and w.reply_count = 0))::int as threads, count(*)::int as total
				from comments w where coalesce(w.review_id, w.list_id) = ${id} and ${isHidden('w')} and ${isHiddenShown('w', viewerId)}`
	const { rows } = await sql<{ n: number; threads: number; total: number }>`
		select coalesce(c.comment_count - c.reply_count + c.tombstone_count, 0)${minusHidden(viewerId, 'quiet_pairs', ofAccount)} as n, removed.threads, removed.total
		from ${visibleSubjects(kind, viewerId)} s left join ${sql.table(`${kind}_counts`)} c on c.id = s.id cross join (${removed}) removed
		where s.id = ${id}`.execute(db)
	const [row] = rows
	return row && { count: Math.max(0, row.n) + row.threads, viewer: { id: viewerId, seesHidden: row.total > 0 } }
}

/** Lists the comments on a review or list that reply to none, newest first: one more than `limit` if there are more. */
export async function listThreadRows(
	db: Db,
	subject: Subject,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
	viewer: ThreadViewer,
): Promise<CommentRow[]> {
	const { page, limit, after } = window
	const isAfter = after ? sql`and (c.created_at, c.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
	const offset = after || page === 1 ? sql`` : sql`offset ${(page - 1) * limit}`
	const { rows } = await sql<CommentRow>`
		select ${columnsFor(viewer)} from ${sourceFor(viewer)}
		where ${isOn('c', subject)} and c.parent_id is null and ${IS_COMMENT_SHOWN} ${isAfter}
		order by c.created_at desc, c.id desc limit ${sql.lit(roundUpLimit(limit + 1))} ${offset}`.execute(db)
	return rows
}

/**
 * Counts the comments before the one that a comment is, or that it replies to; undefined if it is not on the review or list,
 * or is further down than pages reach.
 */
export async function countThreadsBefore(
	db: Db,
	subject: Subject,
	commentId: string,
	viewer: ThreadViewer,
): Promise<number | undefined> {
	const { rows } = await sql<{ n: number }>`
		select (
			select count(*)::int from (
				select from ${sourceFor(viewer)}
				where ${isOn('c', subject)} and c.parent_id is null and ${IS_COMMENT_SHOWN} and (c.created_at, c.id) > (root.created_at, root.id)
				limit ${sql.lit(LIMITS.maxPagedRows)}
			) before
		) as n
		from comments linked join comments root on root.id = coalesce(linked.parent_id, linked.id)
		where linked.id = ${commentId} and ${isOn('linked', subject)}`.execute(db)
	const [counted] = rows
	return counted && counted.n < LIMITS.maxPagedRows ? counted.n : undefined
}

/** Finds the first replies to each of these comments, and `linkedId` if it is one of the others, oldest first. */
export async function findFirstReplies(
	db: Db,
	parents: readonly CommentRow[],
	viewer: ThreadViewer,
	linkedId: string | null,
): Promise<Map<string | null, CommentRow[]>> {
	const ids = parents.flatMap(({ id, reply_count }) => (reply_count > 0 || viewer.seesHidden ? [id] : []))
	if (ids.length === 0) return new Map()
	const replies = sql`select ${columnsFor(viewer)} from ${sourceFor(viewer)} where u.id is not null`
	const { rows } = await sql<CommentRow>`
		select reply.* from unnest(${ids}::uuid[]) parent (id) cross join lateral (
			${replies} and c.parent_id = parent.id order by c.created_at, c.id limit ${sql.lit(REPLIES_SHOWN)}
		) reply
		union all ${replies} and c.id = ${linkedId} and c.parent_id = any(${ids}::uuid[])
		order by created_at, id`.execute(db)
	// The linked one can be among the first
	const distinct = new Map(rows.map((row) => [row.id, row]))
	return Map.groupBy(distinct.values(), ({ parent_id }) => parent_id)
}

/** Lists the replies to a comment, oldest first, after a cursor: one more than `limit` if there are more. */
export async function listReplyRows(
	db: Db,
	parentId: string,
	window: { limit: number; after: readonly (string | number)[] | undefined },
	viewer: ThreadViewer,
): Promise<CommentRow[]> {
	const { limit, after } = window
	const isAfter = after ? sql`and (c.created_at, c.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
	const { rows } = await sql<CommentRow>`
		select ${columnsFor(viewer)} from ${sourceFor(viewer)} where u.id is not null and c.parent_id = ${parentId} ${isAfter}
		order by c.created_at, c.id limit ${sql.lit(roundUpLimit(limit + 1))}`.execute(db)
	return rows
}
