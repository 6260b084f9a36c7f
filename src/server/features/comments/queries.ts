import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { hidingActionOf, isHiddenShown, MODERATION_STATE } from '#server/features/moderation/queries-states.ts'
import { type CommentRow, commentColumns, commentSource, IS_COMMENT_SHOWN } from './queries-rows.ts'
import { type Subject, visibleSubjects } from './queries-threads.ts'

/** Returns SQL that is true if the viewer may read what a comment `c` is on. */
const isSubjectVisible = (viewerId: string | null) => sql`(
	exists (select from visible_reviews(${viewerId}) r where r.id = c.review_id) or exists (select from visible_lists(${viewerId}) t where t.id = c.list_id)
)`

/** Finds a comment, or the tombstone that it left, on a review or list that exists for the viewer. */
export async function findComment(db: Db, id: string, viewerId: string | null): Promise<CommentRow | undefined> {
	const { rows } = await sql<CommentRow>`
		select ${commentColumns(viewerId)} from ${commentSource(sql`visible_users(${viewerId})`)}
		where c.id = ${id} and ${IS_COMMENT_SHOWN} and ${isSubjectVisible(viewerId)}`.execute(db)
	return rows[0]
}

/** Finds a removed comment for its author or a moderator. */
export async function findRemovedComment(db: Db, id: string, viewerId: string): Promise<CommentRow | undefined> {
	const { rows } = await sql<CommentRow>`
		select ${commentColumns(viewerId)}, ${MODERATION_STATE} as moderation
		from comments c join users u on u.id = c.user_id cross join ${hidingActionOf('c')}
		where c.id = ${id} and ${isHiddenShown('c', viewerId)}`.execute(db)
	return rows[0]
}

/**
 * Adds a comment or, with `parentId`, the reply to a comment on the first level. Returns false if what it is on, or the
 * parent, does not exist for its author.
 */
export async function addComment(
	db: Db,
	comment: {
		id: string
		subject: Subject
		parentId: string | null
		userId: string
		content: string
		containsSpoilers: boolean
		/** The names that the text mentions, in lower case. */
		mentioned: readonly string[]
		at: string
	},
): Promise<boolean> {
	const { kind, id: subjectId } = comment.subject
	// The lock waits for a concurrent deletion of the parent
	const { rows } = await sql`
		with parent as (select id from comments where id = ${comment.parentId}::uuid for key share)
		insert into comments (id, review_id, list_id, parent_id, user_id, content, contains_spoilers, mentioned, created_at)
		select ${comment.id}::uuid, ${kind === 'review' ? subjectId : null}::uuid, ${kind === 'list' ? subjectId : null}::uuid,
			${comment.parentId}::uuid, ${comment.userId}::uuid, ${comment.content}, ${comment.containsSpoilers}::boolean, ${comment.mentioned}::text[], ${comment.at}::timestamptz
		from ${visibleSubjects(kind, comment.userId)} where id = ${subjectId} and (${comment.parentId}::uuid is null or exists (select from parent))
		returning id`.execute(db)
	return rows.length > 0
}

/** Replaces the text of the author's own comment. Returns false if it is not theirs or no longer exists. */
export async function replaceComment(
	db: Db,
	comment: {
		id: string
		userId: string
		content: string
		containsSpoilers: boolean | undefined
		mentioned: readonly string[]
		at: string
	},
): Promise<boolean> {
	const changed = await db
		.updateTable('comments')
		.set({
			content: comment.content,
			mentioned: [...comment.mentioned],
			edited_at: comment.at,
			...(comment.containsSpoilers === undefined ? {} : { contains_spoilers: comment.containsSpoilers }),
		})
		.where('id', '=', comment.id)
		.where('user_id', '=', comment.userId)
		.where('state', '=', 'published')
		.returning('id')
		.executeTakeFirst()
	return changed !== undefined
}

/** Likes a comment. Returns false if the user has already liked it or it does not exist for them. */
export async function addCommentLike(
	db: Db,
	like: { commentId: string; userId: string; at: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into comment_likes (comment_id, user_id, created_at)
		select id, ${like.userId}::uuid, ${like.at}::timestamptz
		from visible_comments(${like.userId}) c where id = ${like.commentId} and ${isSubjectVisible(like.userId)}
		on conflict do nothing returning comment_id`.execute(db)
	return rows.length > 0
}

/** Takes back a like, if there is one. */
export async function deleteCommentLike(db: Db, commentId: string, userId: string): Promise<void> {
	await db.deleteFrom('comment_likes').where('comment_id', '=', commentId).where('user_id', '=', userId).execute()
}
