import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { LIST_NOT_FOUND } from './lists.ts'
import { REVIEW_NOT_FOUND } from './reviews.ts'
import {
	cursorPaging,
	LikeTakenBack,
	moderation,
	nullable,
	pageInfo,
	reveal,
	SuccessResponse,
	success,
	TAKE_BACK_FAILED,
	Time,
	Uuid,
} from './shapes.ts'
import { UserRef } from './users.ts'

const comment = {
	id: Uuid(),
	/** The review or the list that it is on; the other is null. */
	reviewId: nullable(Uuid()),
	listId: nullable(Uuid()),
	/** The comment that it replies to; null on the first level. */
	parentId: nullable(Uuid()),
	/** Null, like the names, in a tombstone that a deleted comment with replies left. */
	userId: nullable(Uuid()),
	username: nullable(Type.String()),
	user: nullable(UserRef),
	content: Type.String(),
	containsSpoilers: Type.Boolean(),
	isHidden: Type.Boolean(),
	isDeleted: Type.Boolean(),
	moderation,
	mentions: Type.Array(UserRef),
	likes: Type.Integer(),
	hasLiked: Type.Boolean(),
	replyCount: Type.Integer(),
	createdAt: Time(),
	editedAt: nullable(Time()),
}

/** A reply, which has no replies of its own. */
const Reply = Type.Object({ ...comment, replies: Type.Array(Type.Unsafe<never>({ type: 'null' }), { maxItems: 0 }) })

export const Comment = Type.Object({
	...comment,
	/** The first three, oldest first, and after them the one that the call names. */
	replies: Type.Array(Reply),
})
export type Comment = Static<typeof Comment>

export const COMMENT_NOT_FOUND = { code: 'comment_not_found', error: 'Comment not found' } as const
export const COMMENT_ALREADY_LIKED = { code: 'already_liked', error: 'You have already liked this comment' } as const
export const NOT_YOUR_COMMENT = {
	code: 'not_yours',
	error: 'You do not have permission to delete this comment',
} as const
export const NOT_YOUR_COMMENT_TO_EDIT = {
	code: 'not_yours',
	error: 'You do not have permission to edit this comment',
} as const
export const CHOOSE_SUBJECT = 'Please choose either a review or a list'
export const NOT_A_PARENT = 'The comment you are replying to is no longer here'

const ENTER_COMMENT = 'Please enter a comment'
export const COMMENT_TOO_LONG = `Comment must be ${formatLimit(LIMITS.commentMax)} characters or less`

const content = Type.String({
	minLength: 1,
	maxLength: LIMITS.commentMax,
	sentences: { required: ENTER_COMMENT, type: ENTER_COMMENT, maxLength: COMMENT_TOO_LONG },
})
const containsSpoilers = Type.Optional(Type.Boolean())

/** Either `reviewId` or `listId`. */
export const NewComment = Type.Object({
	reviewId: Type.Optional(Uuid()),
	listId: Type.Optional(Uuid()),
	/** A reply to a reply becomes one to the same comment. */
	parentId: Type.Optional(Uuid()),
	content,
	containsSpoilers,
})

const THREADS_FAILED = 'Failed to fetch comments'
const threads = {
	querystring: Type.Object({
		...cursorPaging(20),
		/** Answers the page of this comment: the one that it is on, or the comment that it replies to. */
		comment: Type.Optional(Uuid()),
		reveal,
	}),
	response: { 200: Type.Object({ comments: Type.Array(Comment), ...pageInfo }) },
}

export const listComments = endpoint({
	method: 'GET',
	url: '/api/comments/review/:reviewId',
	config: {
		summary: 'List the comments on a review that reply to none, newest first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: THREADS_FAILED,
		missing: REVIEW_NOT_FOUND,
		refusals: { 404: [COMMENT_NOT_FOUND] },
	},
	schema: { params: Type.Object({ reviewId: Uuid() }), ...threads },
})

export const listListComments = endpoint({
	method: 'GET',
	url: '/api/comments/list/:listId',
	config: {
		summary: 'List the comments on a list that reply to none, newest first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: THREADS_FAILED,
		missing: LIST_NOT_FOUND,
		refusals: { 404: [COMMENT_NOT_FOUND] },
	},
	schema: { params: Type.Object({ listId: Uuid() }), ...threads },
})

export const listReplies = endpoint({
	method: 'GET',
	url: '/api/comments/:id/replies',
	config: {
		summary: 'List the replies to a comment, oldest first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch replies',
		missing: COMMENT_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		querystring: Type.Object({ cursor: cursorPaging(20).cursor, limit: cursorPaging(20).limit, reveal }),
		response: { 200: Type.Object({ comments: Type.Array(Comment), nextCursor: nullable(Type.String()) }) },
	},
})

export const createComment = endpoint({
	method: 'POST',
	url: '/api/comments',
	config: {
		summary: 'Comment on a review or a list, or reply to a comment there',
		auth: 'user',
		failure: 'Failed to create comment',
		refusals: { 404: [REVIEW_NOT_FOUND, LIST_NOT_FOUND, COMMENT_NOT_FOUND] },
		limit: 'write',
		isIdempotentByKey: true,
	},
	schema: {
		body: NewComment,
		response: {
			201: Type.Object({
				...Comment.properties,
				/** Those of the review; 0 for a comment on a list. */
				reviewImpressions: Type.Integer(),
				weeklyImpressions: Type.Integer(),
				monthlyImpressions: Type.Integer(),
				yearlyImpressions: Type.Integer(),
			}),
		},
	},
})

export const updateComment = endpoint({
	method: 'PUT',
	url: '/api/comments/:id',
	config: {
		summary: 'Edit your comment',
		auth: 'user',
		failure: 'Failed to update comment',
		missing: COMMENT_NOT_FOUND,
		refusals: { 403: [NOT_YOUR_COMMENT_TO_EDIT] },
		limit: 'write',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		body: Type.Object({ content, containsSpoilers }),
		response: { 200: Comment },
	},
})

export const deleteComment = endpoint({
	method: 'DELETE',
	url: '/api/comments/:id',
	config: {
		summary: 'Delete your comment, or any comment on your review or list',
		auth: 'user',
		failure: 'Failed to delete comment',
		missing: COMMENT_NOT_FOUND,
		refusals: { 403: [NOT_YOUR_COMMENT] },
		limit: 'write',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: SuccessResponse } },
})

export const likeComment = endpoint({
	method: 'POST',
	url: '/api/comments/:id/like',
	config: {
		summary: 'Like a comment; each user can like it once',
		auth: 'user',
		failure: 'Failed to like comment',
		missing: COMMENT_NOT_FOUND,
		refusals: { 409: [{ ...COMMENT_ALREADY_LIKED, extra: { likes: Type.Integer() } }] },
		limit: 'write',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		response: { 200: Type.Object({ success, likes: Type.Integer(), hasLiked: Type.Boolean() }) },
	},
})

export const unlikeComment = endpoint({
	method: 'DELETE',
	url: '/api/comments/:id/like',
	config: {
		summary: 'Remove your like from a comment, if there is one',
		auth: 'user',
		failure: TAKE_BACK_FAILED,
		missing: COMMENT_NOT_FOUND,
		limit: 'write',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: LikeTakenBack } },
})
