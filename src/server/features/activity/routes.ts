import { getUnreadCount, getUserActivity, listFollowingActivity, markRead, NO_USER } from '#contract/activity.ts'
import { USER_NOT_FOUND, usernameKey } from '#contract/users.ts'
import { countUnreadNotifications } from '#server/features/notifications/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { countFeed, findFeedKeys, findUserActivities, loadActivities, markActivitiesRead } from './queries.ts'

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
			const viewerId = request.viewer?.userId ?? null
			const keys = await findUserActivities(request.reads, user, limit, viewerId)
			if (!keys) throw notFound(USER_NOT_FOUND)
			return { activities: await loadActivities(request.reads, keys, viewerId) }
		},
	})

	app.route({
		...getUnreadCount,
		async handler(request) {
			const { userId } = requireViewer(request)
			const [{ unread }, you] = await Promise.all([countFeed(db, userId), countUnreadNotifications(db, userId)])
			return { count: unread, you }
		},
	})

	app.route({
		...listFollowingActivity,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { limit = 50, unreadOnly = false, cursor } = request.query
			const after = cursor === undefined ? undefined : decodeCursor(cursors, 'feed', cursor)
			const keys = await findFeedKeys(db, userId, { limit: limit + 1, after, unreadOnly })
			const pageKeys = keys.slice(0, limit)
			const last = pageKeys.at(-1)
			const { total, unread } = await countFeed(db, userId)
			return {
				activities: await loadActivities(db, pageKeys, userId),
				total,
				unreadCount: unread,
				nextCursor: last && keys.length > limit ? encodeCursor(cursors, 'feed', [last.created_at, last.id]) : null,
			}
		},
	})

	app.route({
		...markRead,
		async handler(request) {
			return {
				success: true as const,
				marked: await markActivitiesRead(db, requireViewer(request).userId, request.body.activities),
			}
		},
	})
}
