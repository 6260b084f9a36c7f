import { LIMITS } from '#contract/limits.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { isListVisible } from '#server/features/lists/queries-rows.ts'
import { andForViewer, isNotBlocked, isNotQuiet } from '#server/features/users/queries-rows.ts'
import { COMMENT_COLUMNS, type CommentRow, commentSource, IS_COMMENT_SHOWN } from './queries-rows.ts'

const REPLIES_SHOWN = 3

/** What comments are on. */
export type Subject = { kind: 'review' | 'list'; id: string }

/** Counts the comments on a review or list that reply to none, with the places of deleted ones; undefined if it does not exist for the viewer. */
export async function countThreads(
	db: Db,
	{ kind, id }: Subject,
	viewerId: string | null,
): Promise<number | undefined> {
	const text =
		kind === 'review'
			? `select c.comment_count - c.reply_count + c.place_count as n from review_counts c join visible_users u on u.id = c.user_id where c.id = $1${andForViewer(viewerId, isNotBlocked('c.user_id', '$2'))}`
			: `select coalesce(c.comment_count - c.reply_count + c.place_count, 0) as n from lists l join visible_users u on u.id = l.user_id left join list_counts c on c.id = l.id where l.id = $1 and ${isListVisible('l', '$2')}${andForViewer(viewerId, isNotBlocked('l.user_id', '$2'))}`
	const [counted] = await rawQuery<{ n: number }>(
		db,
		text,
		kind === 'review' && viewerId === null ? [id] : [id, viewerId],
	)
	return counted && Math.max(0, counted.n)
}

/** Lists the comments on a review or list that reply to none, newest first: one more than `limit` if there are more. */
export function listThreadRows(
	db: Db,
	subject: Subject,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
	viewerId: string | null,
): Promise<CommentRow[]> {
	const { page, limit, after } = window
	const values: unknown[] = [viewerId, subject.id]
	if (after) values.push(...after)
	else if (page > 1) values.push((page - 1) * limit)
	const text = `select ${COMMENT_COLUMNS} from ${commentSource(viewerId, isNotQuiet)}
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
	viewerId: string | null,
): Promise<number | undefined> {
	const text = `select (
			select count(*)::int from (
				select from ${commentSource(viewerId, isNotQuiet, '$3')}
				where c.${subject.kind}_id = $1 and c.parent_id is null and ${IS_COMMENT_SHOWN} and (c.created_at, c.id) > (root.created_at, root.id)
				limit ${LIMITS.maxPagedRows}
			) before
		) as n
		from comments linked join comments root on root.id = coalesce(linked.parent_id, linked.id)
		where linked.id = $2 and linked.${subject.kind}_id = $1`
	const values = viewerId === null ? [subject.id, commentId] : [subject.id, commentId, viewerId]
	const [counted] = await rawQuery<{ n: number }>(db, text, values)
	return counted && counted.n < LIMITS.maxPagedRows ? counted.n : undefined
}

/** Finds the first replies to each of these comments, and `linkedId` if it is one of the others, oldest first. */
export async function findFirstReplies(
	db: Db,
	parents: readonly CommentRow[],
	viewerId: string | null,
	linkedId: string | null,
): Promise<Map<string | null, CommentRow[]>> {
	const ids = parents.flatMap(({ id, reply_count }) => (reply_count > 0 ? [id] : []))
	if (ids.length === 0) return new Map()
	const isShown = andForViewer(viewerId, isNotQuiet('c.user_id', '$1'))
	const text = `select reply.* from unnest($2::uuid[]) parent (id) cross join lateral (
			select ${COMMENT_COLUMNS} from comments c join visible_users u on u.id = c.user_id
			where c.parent_id = parent.id${isShown} order by c.created_at, c.id limit ${REPLIES_SHOWN}
		) reply
		union select ${COMMENT_COLUMNS} from comments c join visible_users u on u.id = c.user_id where c.id = $3 and c.parent_id = any($2::uuid[])${isShown}
		order by created_at, id`
	return Map.groupBy(await rawQuery<CommentRow>(db, text, [viewerId, ids, linkedId]), ({ parent_id }) => parent_id)
}

/** Lists the replies to a comment, oldest first, after a cursor: one more than `limit` if there are more. */
export function listReplyRows(
	db: Db,
	parentId: string,
	window: { limit: number; after: readonly (string | number)[] | undefined },
	viewerId: string | null,
): Promise<CommentRow[]> {
	const { limit, after } = window
	const text = `select ${COMMENT_COLUMNS} from comments c join visible_users u on u.id = c.user_id
		where c.parent_id = $2${andForViewer(viewerId, isNotQuiet('c.user_id', '$1'))} ${after ? 'and (c.created_at, c.id) > ($3::timestamptz, $4::uuid)' : ''}
		order by c.created_at, c.id limit ${roundUpLimit(limit + 1)}`
	return rawQuery(db, text, [viewerId, parentId, ...(after ?? [])])
}
