import { LIMITS } from '#contract/limits.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { isListVisible } from '#server/features/lists/queries-rows.ts'
import { isRemovedTextShown } from '#server/features/moderation/queries-states.ts'
import { andForViewer, isNotBlocked, isNotQuiet, minusHidden } from '#server/features/users/queries-rows.ts'
import {
	COLUMNS_WITH_REMOVED,
	COMMENT_COLUMNS,
	type CommentRow,
	commentSource,
	IS_COMMENT_SHOWN,
	sourceWithRemoved,
} from './queries-rows.ts'

const REPLIES_SHOWN = 3

/** What comments are on. */
export type Subject = { kind: 'review' | 'list'; id: string }

/** Who gets comments. */
export interface ThreadViewer {
	/** Null for a visitor. */
	id: string | null
	/** Whether there may be removed comments that others do not see, and this viewer does. */
	seesRemoved: boolean
}

const sourceFor = ({ id, seesRemoved }: ThreadViewer, viewer = '$1') =>
	seesRemoved ? sourceWithRemoved(isNotQuiet, viewer) : commentSource(id, isNotQuiet, viewer)
const columnsFor = ({ seesRemoved }: ThreadViewer) => (seesRemoved ? COLUMNS_WITH_REMOVED : COMMENT_COLUMNS)

/**
 * Counts the comments on a review or list that reply to none, with the places of deleted ones and removed ones that the viewer
 * still sees; undefined if it does not exist for the viewer.
 */
export async function countThreads(
	db: Db,
	{ kind, id }: Subject,
	viewerId: string | null,
): Promise<{ count: number; viewer: ThreadViewer } | undefined> {
	const isThere = andForViewer(viewerId, isNotBlocked('s.user_id', '$2'))
	// With replies the place of their comment stays, and counts
	const ofAccount = `(select count(*) from comments o where o.${kind}_id = $1 and o.user_id = hidden.id and o.parent_id is null
		and o.reply_count = 0 and o.removed_at is null and not o.withdrawn)`
	const hidden = minusHidden(viewerId, 'quiet_pairs', ofAccount, '$2')
	const removed =
		viewerId === null
			? 'select 0 as threads, 0 as total'
			: `select (count(*) filter (where w.parent_id is null and w.reply_count = 0))::int as threads, count(*)::int as total
				from comments w join removed_texts m on m.subject_id = w.id
				where coalesce(w.review_id, w.list_id) = $1 and w.withdrawn and ${isRemovedTextShown('$2')}`
	const text =
		kind === 'review'
			? `select s.comment_count - s.reply_count + s.place_count${hidden} as n, removed.threads, removed.total
				from review_counts s join visible_users u on u.id = s.user_id cross join (${removed}) removed where s.id = $1${isThere}`
			: `select coalesce(c.comment_count - c.reply_count + c.place_count, 0)${hidden} as n, removed.threads, removed.total
				from lists s join visible_users u on u.id = s.user_id left join list_counts c on c.id = s.id cross join (${removed}) removed
				where s.id = $1 and ${isListVisible('s', '$2')}${isThere}`
	const [row] = await rawQuery<{ n: number; threads: number; total: number }>(
		db,
		text,
		kind === 'review' && viewerId === null ? [id] : [id, viewerId],
	)
	return row && { count: Math.max(0, row.n) + row.threads, viewer: { id: viewerId, seesRemoved: row.total > 0 } }
}

/** Lists the comments on a review or list that reply to none, newest first: one more than `limit` if there are more. */
export function listThreadRows(
	db: Db,
	subject: Subject,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
	viewer: ThreadViewer,
): Promise<CommentRow[]> {
	const { page, limit, after } = window
	const values: unknown[] = [viewer.id, subject.id]
	if (after) values.push(...after)
	else if (page > 1) values.push((page - 1) * limit)
	const text = `select ${columnsFor(viewer)} from ${sourceFor(viewer)}
		where c.${subject.kind}_id = $2 and c.parent_id is null and ${IS_COMMENT_SHOWN}
		${after ? 'and (c.created_at, c.id) < ($3::timestamptz, $4::uuid)' : ''}
		order by c.created_at desc, c.id desc limit ${roundUpLimit(limit + 1)} ${!after && page > 1 ? 'offset $3' : ''}`
	return rawQuery(db, text, values)
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
	const text = `select (
			select count(*)::int from (
				select from ${sourceFor(viewer, '$3')}
				where c.${subject.kind}_id = $1 and c.parent_id is null and ${IS_COMMENT_SHOWN} and (c.created_at, c.id) > (root.created_at, root.id)
				limit ${LIMITS.maxPagedRows}
			) before
		) as n
		from comments linked join comments root on root.id = coalesce(linked.parent_id, linked.id)
		where linked.id = $2 and linked.${subject.kind}_id = $1`
	const values = viewer.id === null ? [subject.id, commentId] : [subject.id, commentId, viewer.id]
	const [counted] = await rawQuery<{ n: number }>(db, text, values)
	return counted && counted.n < LIMITS.maxPagedRows ? counted.n : undefined
}

/** Finds the first replies to each of these comments, and `linkedId` if it is one of the others, oldest first. */
export async function findFirstReplies(
	db: Db,
	parents: readonly CommentRow[],
	viewer: ThreadViewer,
	linkedId: string | null,
): Promise<Map<string | null, CommentRow[]>> {
	const ids = parents.flatMap(({ id, reply_count }) => (reply_count > 0 || viewer.seesRemoved ? [id] : []))
	if (ids.length === 0) return new Map()
	const replies = `select ${columnsFor(viewer)} from ${sourceFor(viewer)} where u.id is not null`
	const text = `select reply.* from unnest($2::uuid[]) parent (id) cross join lateral (
			${replies} and c.parent_id = parent.id order by c.created_at, c.id limit ${REPLIES_SHOWN}
		) reply
		union all ${replies} and c.id = $3 and c.parent_id = any($2::uuid[])
		order by created_at, id`
	const rows = await rawQuery<CommentRow>(db, text, [viewer.id, ids, linkedId])
	// The linked one can be among the first
	const distinct = new Map(rows.map((row) => [row.id, row]))
	return Map.groupBy(distinct.values(), ({ parent_id }) => parent_id)
}

/** Lists the replies to a comment, oldest first, after a cursor: one more than `limit` if there are more. */
export function listReplyRows(
	db: Db,
	parentId: string,
	window: { limit: number; after: readonly (string | number)[] | undefined },
	viewer: ThreadViewer,
): Promise<CommentRow[]> {
	const { limit, after } = window
	const text = `select ${columnsFor(viewer)} from ${sourceFor(viewer)}
		where u.id is not null and c.parent_id = $2 ${after ? 'and (c.created_at, c.id) > ($3::timestamptz, $4::uuid)' : ''}
		order by c.created_at, c.id limit ${roundUpLimit(limit + 1)}`
	return rawQuery(db, text, [viewer.id, parentId, ...(after ?? [])])
}
