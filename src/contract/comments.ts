import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { REVIEW_NOT_FOUND } from './reviews.ts'
import { cursorPaging, pageInfo, SuccessResponse, success, Time, Uuid } from './shapes.ts'
import { UserRef } from './users.ts'

const comment = {
	id: Uuid(),
	reviewId: Uuid(),
	userId: Uuid(),
	username: Type.String(),
	user: UserRef,
	content: Type.String(),
	likes: Type.Integer(),
	hasLiked: Type.Boolean(),
	createdAt: Time(),
}

export const Comment = Type.Object(comment)
export type Comment = Static<typeof Comment>

export const COMMENT_NOT_FOUND = { code: 'comment_not_found', error: 'Comment not found' } as const
export const COMMENT_ALREADY_LIKED = { code: 'already_liked', error: 'You have already liked this comment' } as const
export const NOT_YOUR_COMMENT = {
	code: 'not_yours',
	error: 'You do not have permission to delete this comment',
} as const

const ENTER_COMMENT = 'Please enter a comment'
export const COMMENT_TOO_LONG = `Comment must be ${formatLimit(LIMITS.commentMax)} characters or less`

export const NewComment = Type.Object({
	reviewId: Uuid(),
	content: Type.String({
		minLength: 1,
		maxLength: LIMITS.commentMax,
		sentences: { required: ENTER_COMMENT, type: ENTER_COMMENT, maxLength: COMMENT_TOO_LONG },
	}),
})

export const listComments = endpoint({
	method: 'GET',
	url: '/api/comments/review/:reviewId',
	config: {
		summary: 'List the comments on a review, newest first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch comments',
		missing: REVIEW_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ reviewId: Uuid() }),
		querystring: Type.Object(cursorPaging(20)),
		response: { 200: Type.Object({ comments: Type.Array(Comment), ...pageInfo }) },
	},
})

export const createComment = endpoint({
	method: 'POST',
	url: '/api/comments',
	config: {
		summary: 'Comment on a review',
		auth: 'user',
		failure: 'Failed to create comment',
		limit: 'write',
		isIdempotentByKey: true,
	},
	schema: {
		body: NewComment,
		response: {
			201: Type.Object({
				...comment,
				reviewImpressions: Type.Integer(),
				weeklyImpressions: Type.Integer(),
				monthlyImpressions: Type.Integer(),
				yearlyImpressions: Type.Integer(),
			}),
		},
	},
})

export const deleteComment = endpoint({
	method: 'DELETE',
	url: '/api/comments/:id',
	config: {
		summary: 'Delete your comment, or any comment on your review',
		auth: 'user',
		failure: 'Failed to delete comment',
		missing: COMMENT_NOT_FOUND,
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
		limit: 'write',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		response: { 200: Type.Object({ success, likes: Type.Integer(), hasLiked: Type.Boolean() }) },
	},
})
