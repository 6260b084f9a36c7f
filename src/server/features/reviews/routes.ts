import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { getPopularReviews, getReview, listReviews, NOT_YOUR_FEED, type ReviewFilters } from '#contract/reviews.ts'
import { LOGIN_NEEDED } from '#contract/session-refusals.ts'
import { USER_NOT_FOUND, usernameKey } from '#contract/users.ts'
import { resolveMergedGame } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { resolveAsOf } from '#server/http/as-of.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { forbidden, notFound, unauthorized } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { findPastReviews, findPopularReviews } from './queries.ts'
import { listReviewRows } from './queries-review-list.ts'
import { loadReview, toReviews } from './review-response.ts'

/** Registers the routes that read reviews. */
export function reviewRoutes(app: App, services: Services): void {
	app.route({
		...getPopularReviews,
		async handler(request) {
			const { limit = 5, period = 'week', asOf } = request.query
			const day = await resolveAsOf(request.reads, asOf, services.clock)
			const viewerId = request.viewer?.userId ?? null
			const rows =
				day === undefined
					? await findPopularReviews(request.reads, period, limit, viewerId)
					: await findPastReviews(request.reads, { day, period }, limit, viewerId)
			return { reviews: await toReviews(request.reads, rows, { viewerId }) }
		},
	})

	app.route({
		...getReview,
		handler: ({ reads, params, query, viewer }) =>
			loadReview(reads, params.id, { viewerId: viewer?.userId ?? null, reveal: query.reveal }),
	})

	app.route({
		...listReviews,
		async handler(request) {
			const { page = 1, limit = 10, cursor, ...filters } = request.query
			assertPageDepth(page, limit)
			assertOwnFeed(filters, request.viewer)
			if (filters.username !== undefined) filters.username = usernameKey(filters.username)
			const list = `reviews:${filters.sortBy}:${filters.order}`
			const after = cursor === undefined ? undefined : decodeCursor(services.keys.cursors, list, cursor)
			const viewerId = request.viewer?.userId ?? null
			const findRows = (filters: ReviewFilters) =>
				listReviewRows(request.reads, filters, { page, limit, after }, viewerId)
			let found = await findRows(filters)
			const mergedInto =
				found.gameExists || filters.gameId === undefined
					? undefined
					: await resolveMergedGame(request.reads, filters.gameId)
			if (mergedInto !== undefined) found = await findRows({ ...filters, gameId: mergedInto })
			if (!found.gameExists) throw notFound(GAME_NOT_FOUND)
			if (!found.userExists) throw notFound(USER_NOT_FOUND)
			return {
				reviews: await toReviews(request.reads, found.rows, { viewerId }),
				totalCount: found.total,
				totalPages: Math.ceil(found.total / limit),
				currentPage: after ? null : page,
				nextCursor: found.next ? encodeCursor(services.keys.cursors, list, found.next) : null,
			}
		},
	})
}

/** Throws 401 or 403 unless `followedBy` is the viewer: the filter reveals whom a user follows. */
function assertOwnFeed(filters: ReviewFilters, viewer: Viewer | null): void {
	if (filters.followedBy === undefined) return
	if (!viewer) throw unauthorized(LOGIN_NEEDED)
	if (filters.followedBy !== viewer.userId) throw forbidden(NOT_YOUR_FEED)
}
