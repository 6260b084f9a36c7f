import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { GameId, nullable, oneOf, success, Time, Uuid } from './shapes.ts'
import { USER_NOT_FOUND, UserRef } from './users.ts'

export const ACTIVITY_TYPES = ['review', 'comment', 'list'] as const

/** A review, comment or list by a user, with that item's id. */
export const Activity = Type.Object({
	id: Uuid(),
	activityType: oneOf(ACTIVITY_TYPES),
	isRead: Type.Boolean(),
	userId: Uuid(),
	username: Type.String(),
	user: UserRef,
	gameId: nullable(GameId()),
	gameName: nullable(Type.String()),
	gameCover: nullable(Type.String()),
	/** Set for reviews and comments. */
	reviewId: nullable(Uuid()),
	title: nullable(Type.String()),
	/** The text of a review or list. */
	description: nullable(Type.String()),
	/** The text of a comment. */
	content: nullable(Type.String()),
	rating: nullable(Type.Number()),
	createdAt: Time(),
})
export type Activity = Static<typeof Activity>

export const NO_USER = { code: 'no_user', error: 'No user identifier provided' } as const

const limit = (fallback: number) =>
	Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: fallback }))

export const getUserActivity = endpoint({
	method: 'GET',
	url: '/api/reviews/activity',
	config: {
		summary: "List a user's activity, newest first",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to fetch user activity',
		refusals: { 400: [NO_USER], 404: [USER_NOT_FOUND] },
	},
	schema: {
		querystring: Type.Object({
			userId: Type.Optional(Uuid()),
			username: Type.Optional(Type.String({ maxLength: LIMITS.usernameMax })),
			limit: limit(10),
		}),
		response: { 200: Type.Object({ activities: Type.Array(Activity) }) },
	},
})

export const getUnreadCount = endpoint({
	method: 'GET',
	url: '/api/notifications/unread-count',
	config: {
		summary: 'Count unread activities of the users you follow, and unread notifications about you',
		auth: 'user',
		failure: 'Failed to fetch unread count',
	},
	schema: { response: { 200: Type.Object({ count: Type.Integer(), you: Type.Integer() }) } },
})

export const listFollowingActivity = endpoint({
	method: 'GET',
	url: '/api/notifications/activities',
	config: {
		summary: 'List activities of the users you follow since you followed them, newest first',
		auth: 'user',
		failure: 'Failed to fetch activities',
	},
	schema: {
		querystring: Type.Object({
			limit: limit(50),
			unreadOnly: Type.Optional(Type.Boolean({ default: false })),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: {
			200: Type.Object({
				activities: Type.Array(Activity),
				total: Type.Integer(),
				unreadCount: Type.Integer(),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const markRead = endpoint({
	method: 'POST',
	url: '/api/notifications/mark-read',
	config: {
		summary: 'Mark activities as read; unknown ones are ignored',
		auth: 'user',
		failure: 'Failed to mark activities as read',
	},
	schema: {
		body: Type.Object({
			activities: Type.Array(Type.Object({ id: Uuid(), activityType: oneOf(ACTIVITY_TYPES) }), {
				maxItems: LIMITS.maxMarkedPerCall,
			}),
		}),
		response: { 200: Type.Object({ success, marked: Type.Integer() }) },
	},
})
