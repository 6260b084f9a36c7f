import { sql } from 'kysely'
import type { Comment } from '#contract/comments.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'

const COLUMNS = `c.id, c.review_id, c.user_id, c.content, c.likes, c.created_at, u.username, u.picture,
	exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $2) as liked`

interface CommentRow {
	id: string
	review_id: string
	user_id: string
	content: string
	likes: number
	created_at: string
	username: string
	picture: string | null
	liked: boolean
}

/** Converts a row to the comment of the API. */
export function toComment(row: CommentRow): Comment {
	return {
		id: row.id,
		reviewId: row.review_id,
		userId: row.user_id,
		username: row.username,
		user: { id: row.user_id, username: row.username, profilePicture: row.picture },
		content: row.content,
		likes: row.likes,
		hasLiked: row.liked,
		createdAt: row.created_at,
	}
}

export async function findComment(db: Db, id: string, viewerId: string | null): Promise<CommentRow | undefined> {
	const text = `select ${COLUMNS} from comments c join visible_users u on u.id = c.user_id where c.id = $1
		and exists (select from reviews r join visible_users a on a.id = r.user_id where r.id = c.review_id)`
	return (await rawQuery<CommentRow>(db, text, [id, viewerId]))[0]
}

/** Lists the comments on a review, newest first: one more than `limit` if there are more. */
export function listCommentRows(
	db: Db,
	reviewId: string,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
	viewerId: string | null,
): Promise<CommentRow[]> {
	const { page, limit, after } = window
	const values: unknown[] = [reviewId, viewerId]
	if (after) values.push(...after)
	else if (page > 1) values.push((page - 1) * limit)
	const text = `select ${COLUMNS} from comments c join visible_users u on u.id = c.user_id
		where c.review_id = $1 ${after ? 'and (c.created_at, c.id) < ($3::timestamptz, $4::uuid)' : ''}
		order by c.created_at desc, c.id desc limit ${roundUpLimit(limit + 1)} ${!after && page > 1 ? 'offset $3' : ''}`
	return rawQuery(db, text, values)
}

/** Adds a comment. Returns false if the review does not exist. */
export async function addComment(
	db: Db,
	comment: { id: string; reviewId: string; userId: string; content: string; at: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into comments (id, review_id, user_id, content, created_at)
		select ${comment.id}::uuid, id, ${comment.userId}::uuid, ${comment.content}, ${comment.at}::timestamptz
		from reviews where id = ${comment.reviewId} and user_id in (select id from visible_users)
		returning id`.execute(db)
	return rows.length > 0
}

/** Likes a comment. Returns false if the user has already liked it or it does not exist. */
export async function addCommentLike(
	db: Db,
	like: { commentId: string; userId: string; at: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into comment_likes (comment_id, user_id, created_at)
		select id, ${like.userId}::uuid, ${like.at}::timestamptz
		from comments where id = ${like.commentId} and user_id in (select id from visible_users)
		on conflict do nothing returning comment_id`.execute(db)
	return rows.length > 0
}

export async function countComments(db: Db, reviewId: string): Promise<number | undefined> {
	const text =
		'select c.comment_count as n from review_counts c join visible_users u on u.id = c.user_id where c.id = $1'
	const rows = await rawQuery<{ n: number }>(db, text, [reviewId])
	return rows[0]?.n
}
