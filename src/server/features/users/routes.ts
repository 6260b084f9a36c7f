import { getProfile } from '#contract/profile-detail.ts'
import { getPopularUsers, getUser, USER_NOT_FOUND } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import { findPopularUsers, findProfile, findUser } from './queries.ts'
import { toProfile, toPublicUser } from './queries-rows.ts'

export function userRoutes(app: App): void {
	app.route({
		...getPopularUsers,
		async handler(request) {
			const { page = 1, limit = 5, period = 'week' } = request.query
			assertPageDepth(page, limit)
			const viewerId = request.viewer?.userId ?? null
			const { rows, total, hasMore } = await findPopularUsers(request.reads, period, page, limit, viewerId)
			return { users: rows.map((row) => ({ ...toPublicUser(row), impressions: row.impressions })), total, hasMore }
		},
	})

	app.route({
		...getUser,
		async handler(request) {
			const row = await findUser(request.reads, request.params.id, request.viewer?.userId ?? null)
			if (!row) throw notFound(USER_NOT_FOUND)
			return toPublicUser(row)
		},
	})

	app.route({
		...getProfile,
		async handler(request) {
			const viewerId = request.viewer?.userId ?? null
			const row = await findProfile(request.reads, request.params.username, viewerId)
			if (!row) throw notFound(USER_NOT_FOUND)
			const profile = toProfile(row, viewerId)
			return { ...profile, isMuted: profile.isFollowing === null ? null : row.is_muted, favorites: row.favorites }
		},
	})
}
