import { getUnreadCount, getUserActivity, listNotifications, markRead, NO_USER } from '#contract/activity.ts'
import { USER_NOT_FOUND, usernameKey } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { openCursor, sealCursor } from '#server/http/cursors.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { countFeed, describeActivities, feedPlaces, findUserActivities, markActivities } from './queries.ts'

export function activityRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...getUserActivity,
		async handler(request) {
			const { userId, username, limit = 10 } = request.query
			const user =
				userId !== undefined ? { userId } : username !== undefined ? { username: usernameKey(username) } : undefined
			if (!user) throw new AppError(400, NO_USER)
			const places = await findUserActivities(db, user, limit)
			if (!places) throw notFound(USER_NOT_FOUND)
			return { activities: await describeActivities(db, places, request.viewer?.userId ?? null) }
		},
	})

	app.route({
		...getUnreadCount,
		async handler(request) {
			return { count: (await countFeed(db, viewerOf(request).userId)).unread }
		},
	})

	app.route({
		...listNotifications,
		async handler(request) {
			const { userId } = viewerOf(request)
			const { limit = 50, unreadOnly = false, cursor } = request.query
			const after = cursor === undefined ? undefined : openCursor(cursors, 'feed', cursor)
			const places = await feedPlaces(db, userId, { limit: limit + 1, after, unreadOnly })
			const shown = places.slice(0, limit)
			const last = shown.at(-1)
			const { total, unread } = await countFeed(db, userId)
			return {
				activities: await describeActivities(db, shown, userId),
				total,
				unreadCount: unread,
				nextCursor: last && places.length > limit ? sealCursor(cursors, 'feed', [last.created_at, last.id]) : null,
			}
		},
	})

	app.route({
		...markRead,
		async handler(request) {
			return {
				success: true as const,
				marked: await markActivities(db, viewerOf(request).userId, request.body.activities),
			}
		},
	})
}
