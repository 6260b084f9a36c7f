import { sql } from 'kysely'
import type { Comment } from '#contract/comments.ts'
import type { Db } from '../db/tables.ts'

function commentsFor(db: Db, viewerId: string | null) {
	return db
		.selectFrom('comments as c')
		.innerJoin('users as u', 'u.id', 'c.user_id')
		.select(['c.id', 'c.review_id', 'c.user_id', 'c.content', 'c.likes', 'c.created_at', 'u.username', 'u.picture'])
		.select(
			sql<boolean>`exists (select from comment_likes l where l.comment_id = c.id and l.user_id = ${viewerId})`.as(
				'liked',
			),
		)
}

type CommentRow = Awaited<ReturnType<ReturnType<typeof commentsFor>['execute']>>[number]

/** A comment as the wire has it. */
export function commentOf(row: CommentRow): Comment {
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

export function findComment(db: Db, id: string, viewerId: string | null) {
	return commentsFor(db, viewerId).where('c.id', '=', id).executeTakeFirst()
}

/** The comments on a review, newest first, one more than `limit` where there are more. */
export function listCommentRows(
	db: Db,
	reviewId: string,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
	viewerId: string | null,
): Promise<CommentRow[]> {
	let query = commentsFor(db, viewerId)
		.where('c.review_id', '=', reviewId)
		.orderBy('c.created_at', 'desc')
		.orderBy('c.id', 'desc')
		.limit(sql.lit(window.limit + 1))
	if (window.after)
		query = query.where(
			sql<boolean>`(c.created_at, c.id) < (${window.after[0]}::timestamptz, ${window.after[1]}::uuid)`,
		)
	else if (window.page > 1) query = query.offset((window.page - 1) * window.limit)
	return query.execute()
}

/** Adds a comment; false when the review does not exist. */
export async function addComment(
	db: Db,
	comment: { id: string; reviewId: string; userId: string; content: string; at: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into comments (id, review_id, user_id, content, created_at)
		select ${comment.id}::uuid, id, ${comment.userId}::uuid, ${comment.content}, ${comment.at}::timestamptz from reviews where id = ${comment.reviewId}
		returning id`.execute(db)
	return rows.length > 0
}

/** Deletes a comment of the user, or on a review of theirs; false when it is neither or gone. */
export async function deleteCommentAs(db: Db, id: string, userId: string): Promise<boolean> {
	const { rows } = await sql`
		delete from comments c using reviews r
		where c.id = ${id} and r.id = c.review_id and (c.user_id = ${userId} or r.user_id = ${userId}) returning c.id`.execute(
		db,
	)
	return rows.length > 0
}

/** Likes a comment; false when the user has liked it before or it does not exist. */
export async function likeCommentOnce(
	db: Db,
	like: { commentId: string; userId: string; at: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into comment_likes (comment_id, user_id, created_at)
		select id, ${like.userId}::uuid, ${like.at}::timestamptz from comments where id = ${like.commentId}
		on conflict do nothing returning comment_id`.execute(db)
	return rows.length > 0
}

export async function countComments(db: Db, reviewId: string): Promise<number | undefined> {
	const row = await db.selectFrom('reviews').select('comment_count').where('id', '=', reviewId).executeTakeFirst()
	return row?.comment_count
}
