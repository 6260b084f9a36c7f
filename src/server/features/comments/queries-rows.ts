import { type RawBuilder, sql } from 'kysely'
import type { Comment } from '#contract/comments.ts'
import type { ModerationState } from '#contract/shapes.ts'
import type { StoredText } from '#server/db/stored-text.ts'
import { hidingActionOf, isHiddenShown, MODERATION_STATE } from '#server/features/moderation/queries-states.ts'
import type { SpoilerSubject, TextReader } from '#server/features/texts/queries-text-reader.ts'

/** Returns the columns of a comment `c` by a visible user `u`, if there is one. */
export const commentColumns = (viewerId: string | null) => sql`
	c.id, c.review_id, c.list_id, c.parent_id, u.id as user_id, u.username, u.picture, c.content, c.contains_spoilers,
	c.mentioned <> '{}' as has_mentions, c.likes, c.reply_count, c.created_at, c.edited_at,
	exists (select from comment_likes l where l.comment_id = c.id and l.user_id = ${viewerId}::uuid) as liked`

/**
 * Comments `c` with their authors `u`, as far as these are among the users whom the viewer sees. A comment is shown with its
 * author, and as a tombstone while it has replies: as if it were deleted.
 */
export const commentSource = (users: RawBuilder<unknown>) =>
	sql`comments c left join ${users} u on u.id = c.user_id and c.state = 'published'`
export const IS_COMMENT_SHOWN = sql`(u.id is not null or c.reply_count > 0)`

/** The same with hidden comments that the viewer may still read, and their actions `a`; and the columns of both. */
export const sourceWithHidden = (users: RawBuilder<unknown>, viewerId: string | null) => sql`comments c
	left join ${hidingActionOf('c')} on ${isHiddenShown('c', viewerId)}
	left join ${users} u on u.id = c.user_id and (c.state = 'published' or a.id is not null)`
export const columnsWithHidden = (viewerId: string | null) => sql`
	${commentColumns(viewerId)}, case when a.id is not null and u.id is not null then ${MODERATION_STATE} end as moderation`

export interface CommentRow {
	id: string
	review_id: string | null
	list_id: string | null
	parent_id: string | null
	/** Null for a tombstone that a deleted comment left. */
	user_id: string | null
	username: string | null
	picture: string | null
	content: StoredText
	contains_spoilers: boolean
	has_mentions: boolean
	likes: number
	reply_count: number
	created_at: string
	edited_at: string | null
	liked: boolean
	/** Of a comment that only its author and moderators get. */
	moderation?: ModerationState | null
}

type Reply = Comment['replies'][number]

/** Returns what decides who may read a comment. */
export function toCommentSpoilerSubject(row: CommentRow): SpoilerSubject {
	return {
		id: row.id,
		authorId: row.user_id,
		about: row.review_id === null ? null : { reviewId: row.review_id },
		containsSpoilers: row.contains_spoilers,
		hasMentions: row.has_mentions,
		texts: [row.content],
	}
}

/** Converts a row to the comment of the API, `replies` to the first ones to it. */
export function toComment(row: CommentRow, reader: TextReader, replies: readonly CommentRow[] = []): Comment {
	const isDeleted = row.user_id === null
	const { text, isHidden, mentions } = reader.read(toCommentSpoilerSubject(row), row.content)
	return {
		id: row.id,
		reviewId: row.review_id,
		listId: row.list_id,
		parentId: row.parent_id,
		userId: row.user_id,
		username: row.username,
		user:
			row.user_id === null || row.username === null
				? null
				: { id: row.user_id, username: row.username, profilePicture: row.picture },
		content: isDeleted ? '' : text,
		containsSpoilers: !isDeleted && row.contains_spoilers,
		isHidden: !isDeleted && isHidden,
		isDeleted,
		...(row.moderation ? { moderation: row.moderation } : {}),
		mentions: isDeleted ? [] : mentions,
		likes: isDeleted ? 0 : row.likes,
		hasLiked: !isDeleted && row.liked,
		replyCount: row.reply_count,
		replies: replies.map((reply) => toComment(reply, reader) as Reply),
		createdAt: row.created_at,
		editedAt: isDeleted ? null : row.edited_at,
	}
}
