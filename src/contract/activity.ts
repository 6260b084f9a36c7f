import {
	Number as Decimal,
	Integer,
	Array as List,
	Optional,
	Object as Shape,
	type Static,
	String as Text,
	Boolean as YesNo,
} from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { GameId, nullable, oneOf, success, Time, Uuid } from './shapes.ts'
import { UserRef } from './users.ts'

export const ACTIVITY_TYPES = ['review', 'comment', 'list'] as const

/** Something that a user did: its id is the id of the review, comment or list. */
export const Activity = Shape({
	id: Uuid(),
	activityType: oneOf(ACTIVITY_TYPES),
	isRead: YesNo(),
	userId: Uuid(),
	username: Text(),
	user: UserRef,
	gameId: nullable(GameId()),
	gameName: nullable(Text()),
	/** Set for reviews and comments. */
	reviewId: nullable(Uuid()),
	title: nullable(Text()),
	/** The text of a review or list. */
	description: nullable(Text()),
	/** The text of a comment. */
	content: nullable(Text()),
	rating: nullable(Decimal()),
	createdAt: Time(),
})
export type Activity = Static<typeof Activity>

export const NO_USER = { code: 'no_user', error: 'No user identifier provided' } as const

const limit = (fallback: number) => Optional(Integer({ minimum: 1, maximum: LIMITS.pageSize, default: fallback }))

export const getUserActivity = endpoint({
	method: 'GET',
	url: '/api/reviews/activity',
	config: { summary: 'List what a user did, newest first', auth: 'anyone', failure: 'Failed to fetch user activity' },
	schema: {
		querystring: Shape({
			userId: Optional(Uuid()),
			username: Optional(Text({ maxLength: LIMITS.usernameMax })),
			limit: limit(10),
		}),
		response: { 200: Shape({ activities: List(Activity) }) },
	},
})

export const getUnreadCount = endpoint({
	method: 'GET',
	url: '/api/notifications/unread-count',
	config: {
		summary: 'Count what followed users did and the viewer has not marked as read',
		auth: 'user',
		failure: 'Failed to fetch unread count',
	},
	schema: { response: { 200: Shape({ count: Integer() }) } },
})

export const listNotifications = endpoint({
	method: 'GET',
	url: '/api/notifications/activities',
	config: {
		summary: 'List what followed users did since the viewer followed them, newest first',
		auth: 'user',
		failure: 'Failed to fetch activities',
	},
	schema: {
		querystring: Shape({
			limit: limit(50),
			unreadOnly: Optional(YesNo({ default: false })),
			cursor: Optional(Text({ maxLength: 500 })),
		}),
		response: {
			200: Shape({
				activities: List(Activity),
				total: Integer(),
				unreadCount: Integer(),
				nextCursor: nullable(Text()),
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
		body: Shape({
			activities: List(Shape({ id: Uuid(), activityType: oneOf(ACTIVITY_TYPES) }), { maxItems: LIMITS.markedAtOnce }),
		}),
		response: { 200: Shape({ success, marked: Integer() }) },
	},
})
