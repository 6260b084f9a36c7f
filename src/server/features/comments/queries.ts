import { sql } from 'kysely'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'
import { isListVisible } from '#server/features/lists/queries-rows.ts'
import { MODERATION_STATE, removedTextOf } from '#server/features/moderation/queries-states.ts'
import { andForViewer, isAuthorVisible, isNotBlocked, isVisibleTo } from '#server/features/users/queries-rows.ts'
import { COMMENT_COLUMNS, type CommentRow, commentSource, IS_COMMENT_SHOWN } from './queries-rows.ts'
import type { Subject } from './queries-threads.ts'

/** Finds a comment, or the place that it left, on a review or list that exists for the viewer. */
export async function findComment(db: Db, id: string, viewerId: string | null): Promise<CommentRow | undefined> {
	const isVisible = (row: string) => andForViewer(viewerId, isNotBlocked(`${row}.user_id`, '$1'))
	const text = `select ${COMMENT_COLUMNS} from ${commentSource(viewerId, isNotBlocked)} where c.id = $2 and ${IS_COMMENT_SHOWN} and (
			exists (select from reviews r where r.id = c.review_id and ${isAuthorVisible('r')}${isVisible('r')})
			or exists (select from lists t where t.id = c.list_id and ${isListVisible('t', '$1')} and ${isAuthorVisible('t')}${isVisible('t')})
		)`
	return (await rawQuery<CommentRow>(db, text, [viewerId, id]))[0]
}

/** Finds a removed comment for its author or a moderator. */
export async function findRemovedComment(db: Db, id: string, viewerId: string): Promise<CommentRow | undefined> {
	const text = `select ${COMMENT_COLUMNS}, ${MODERATION_STATE} as moderation from comments c ${removedTextOf('c.id', '$1')}
		join users u on u.id = m.author_id where c.id = $2`
	return (await rawQuery<CommentRow>(db, text, [viewerId, id]))[0]
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
		from ${sql.table(`${kind}s`)} t where id = ${subjectId} and user_id in (select id from visible_users) and ${isVisibleTo(comment.userId, 'user_id')}
			and ${kind === 'list' ? sql`(visibility <> 'private' or user_id = ${comment.userId})` : sql`true`}
			and (${comment.parentId}::uuid is null or exists (select from parent))
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
		from comments c where id = ${like.commentId} and user_id in (select id from visible_users) and ${isVisibleTo(like.userId, 'user_id')}
			and not exists (
				select from lists where id = c.list_id and (visibility = 'private' and user_id <> ${like.userId} or not ${isVisibleTo(like.userId, 'user_id')})
			)
			and not exists (select from reviews where id = c.review_id and not ${isVisibleTo(like.userId, 'user_id')})
		on conflict do nothing returning comment_id`.execute(db)
	return rows.length > 0
}

/** Takes back a like, if there is one. */
export async function deleteCommentLike(db: Db, commentId: string, userId: string): Promise<void> {
	await db.deleteFrom('comment_likes').where('comment_id', '=', commentId).where('user_id', '=', userId).execute()
}
