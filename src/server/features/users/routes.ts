import { getPopularUsers } from '#contract/popular-users.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getUser, USER_NOT_FOUND } from '#contract/users.ts'
import { now } from '#server/clock.ts'
import { findTaste } from '#server/features/taste/taste.ts'
import type { App } from '#server/http/app-type.ts'
import { resolveAsOf } from '#server/http/as-of.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { findPastUsers, findPopularUsers, findProfile, findUser } from './queries.ts'
import { toProfile, toPublicUser } from './queries-rows.ts'

export function userRoutes(app: App, services: Services): void {
	app.route({
		...getPopularUsers,
		async handler(request) {
			const { page = 1, limit = 5, period = 'week', withTopGames = false, asOf } = request.query
			assertPageDepth(page, limit)
			const viewerId = request.viewer?.userId ?? null
			const { reads } = request
			const day = await resolveAsOf(reads, asOf, services.clock)
			const options = { withTopGames }
			const { rows, total, hasMore } =
				day === undefined
					? await findPopularUsers(reads, period, page, limit, viewerId, options)
					: await findPastUsers(reads, { day, period }, page, limit, viewerId, options)
			const users = rows.map((row) => ({
				...toProfile(row, viewerId),
				impressions: row.impressions,
				...(row.top_games && { topGames: row.top_games }),
			}))
			return { users, total, hasMore }
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
			const row = await findProfile(request.reads, request.params.username, { viewerId, at: now(services) })
			if (!row) throw notFound(USER_NOT_FOUND)
			const profile = toProfile(row, viewerId)
			return {
				...profile,
				isMuted: profile.isFollowing === null ? null : row.is_muted,
				favorites: row.favorites,
				playingNow: row.playing_now,
				taste: await findTaste(request.reads, viewerId, row.id),
			}
		},
	})
}
