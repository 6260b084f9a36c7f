import { listMyNotifications, markNotificationsRead, NO_NOTIFICATIONS } from '#contract/notifications.ts'
import { now } from '#server/clock.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { AppError } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { countUnreadNotifications, listNotificationRows, markAllNotifications, markNotifications } from './queries.ts'
import { isShown, toNotification, toSpoilerSubject } from './to-notification.ts'

/** Registers the routes of notifications about the viewer. */
export function notificationRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...listMyNotifications,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { limit = 30, unreadOnly = false, cursor } = request.query
			const after = cursor === undefined ? undefined : decodeCursor(cursors, 'notifications', cursor)
			const rows = await listNotificationRows(db, userId, { limit, after, unreadOnly })
			const pageRows = rows.slice(0, limit)
			const last = pageRows.at(-1)
			const shown = pageRows.filter(isShown)
			const reader = await loadTextReader(db, userId, shown.map(toSpoilerSubject))
			return {
				notifications: shown.map((row) => toNotification(row, reader)),
				unreadCount: await countUnreadNotifications(db, userId),
				nextCursor:
					last && rows.length > limit ? encodeCursor(cursors, 'notifications', [last.created_at, last.id]) : null,
			}
		},
	})

	app.route({
		...markNotificationsRead,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { ids, all = false } = request.body
			if (ids === undefined && !all) throw new AppError(400, NO_NOTIFICATIONS)
			const marked = all
				? await markAllNotifications(db, userId, now(services))
				: await markNotifications(db, userId, ids ?? [])
			return { success: true as const, marked }
		},
	})
}
