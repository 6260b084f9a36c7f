import { findUsers, searchUsers } from '#contract/search.ts'
import { getPopularUsers, getProfile, getUser, USER_NOT_FOUND } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { openCursor, sealCursor } from '#server/http/cursors.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { findProfile, findUser, popularUsers, searchUserRows, usersByPrefix } from './queries.ts'
import { profileOf, publicUserOf } from './user-rows.ts'

export function userRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...getPopularUsers,
		async handler(request) {
			const { page = 1, limit = 5, period = 'week' } = request.query
			assertPageDepth(page, limit)
			const { rows, total, hasMore } = await popularUsers(db, period, page, limit)
			return { users: rows.map((row) => ({ ...publicUserOf(row), impressions: row.impressions })), total, hasMore }
		},
	})

	app.route({
		...findUsers,
		async handler(request) {
			const { username, limit = 5 } = request.query
			return { users: (await usersByPrefix(db, username, limit)).map(publicUserOf) }
		},
	})

	app.route({
		...searchUsers,
		async handler(request) {
			const { query, limit = 5, cursor } = request.query
			const list = `users:${query.toLowerCase()}`
			const after = cursor === undefined ? undefined : openCursor(services.keys.cursors, list, cursor)
			const { rows, hasMore, count } = await searchUserRows(db, query, limit, after)
			const last = rows.at(-1)
			const nextCursor =
				last && hasMore ? sealCursor(services.keys.cursors, list, [last.place, last.username.toLowerCase()]) : null
			return { success: true as const, count, data: rows.map(publicUserOf), nextCursor }
		},
	})

	app.route({
		...getUser,
		async handler(request) {
			const row = await findUser(db, request.params.id)
			if (!row) throw notFound(USER_NOT_FOUND)
			return publicUserOf(row)
		},
	})

	app.route({
		...getProfile,
		async handler(request) {
			const viewerId = request.viewer?.userId ?? null
			const row = await findProfile(db, request.params.username, viewerId)
			if (!row) throw notFound(USER_NOT_FOUND)
			return profileOf(row, viewerId)
		},
	})
}
