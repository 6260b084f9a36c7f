import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { LIMITS } from './limits.ts'
import { nullable, oneOf, success, Time, Uuid } from './shapes.ts'
import { UserRef } from './users.ts'

export const NOTIFICATION_KINDS = [
	'review_like',
	'comment_like',
	'list_like',
	'comment',
	'reply',
	'mention',
	'follow',
	'list_copy',
	'moderation',
	'suggestion',
	'import',
	'release',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What others did with something of the recipient: events of one kind about one thing, until it is read. */
export const Notification = Type.Object({
	id: Uuid(),
	kind: oneOf(NOTIFICATION_KINDS),
	/** The last three users, the latest first. */
	actors: Type.Array(UserRef),
	actorCount: Type.Integer(),
	review: nullable(Type.Object({ id: Uuid(), game: GameRef })),
	/** The comment itself, or the newest of several. */
	comment: nullable(
		Type.Object({
			id: Uuid(),
			reviewId: nullable(Uuid()),
			listId: nullable(Uuid()),
			/** The comment that it replies to; null on the first level. */
			parentId: nullable(Uuid()),
			/** Its author. */
			userId: Uuid(),
			excerpt: Type.String(),
			/** Whether the recipient has liked it. */
			hasLiked: Type.Boolean(),
		}),
	),
	list: nullable(Type.Object({ id: Uuid(), title: Type.String() })),
	/** What became of a suggestion, or what came out: the game. */
	game: nullable(GameRef),
	/** What a moderator wrote, what became of a suggestion, or what came of an import. */
	text: nullable(Type.String()),
	/** The action of a moderator that it tells of. */
	actionId: Type.Optional(Uuid()),
	/** The import of the recipient that is done. */
	importId: Type.Optional(Uuid()),
	isRead: Type.Boolean(),
	/** The time of the newest event. */
	createdAt: Time(),
})
export type Notification = Static<typeof Notification>

const FAILED = 'Failed to fetch notifications'

export const listMyNotifications = endpoint({
	method: 'GET',
	url: '/api/notifications',
	config: {
		summary: 'List notifications about your reviews, comments, lists and profile, newest event first',
		auth: 'user',
		failure: FAILED,
	},
	schema: {
		querystring: Type.Object({
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 30 })),
			unreadOnly: Type.Optional(Type.Boolean({ default: false })),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
		}),
		response: {
			200: Type.Object({
				notifications: Type.Array(Notification),
				/** Counted up to `LIMITS.maxCountedUnread`. */
				unreadCount: Type.Integer(),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const NO_NOTIFICATIONS = { code: 'no_notifications', error: 'Send the ids of notifications, or all' } as const

export const markNotificationsRead = endpoint({
	method: 'POST',
	url: '/api/notifications/read',
	config: {
		summary: 'Mark your notifications as read, by id or all of them; unknown ones are ignored',
		auth: 'user',
		failure: 'Failed to mark notifications as read',
		refusals: { 400: [NO_NOTIFICATIONS] },
	},
	schema: {
		body: Type.Object({
			ids: Type.Optional(Type.Array(Uuid(), { maxItems: LIMITS.maxMarkedPerCall })),
			all: Type.Optional(Type.Boolean()),
		}),
		response: { 200: Type.Object({ success, marked: Type.Integer() }) },
	},
})
