import { GAME_NOT_FOUND } from '#contract/games.ts'
import { getPopularReviews, getReview, listReviews, NOT_YOUR_FEED, type ReviewFilters } from '#contract/reviews.ts'
import { SIGN_IN_NEEDED } from '#contract/sessions.ts'
import { USER_NOT_FOUND, usernameKey } from '#contract/users.ts'
import { keptGameOf } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { openCursor, sealCursor } from '#server/http/cursors.ts'
import { forbidden, notFound, unauthorized } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { popularReviews } from './queries.ts'
import { listReviewRows } from './queries-review-list.ts'
import { reviewOf } from './queries-rows.ts'
import { loadReview } from './review-response.ts'

/** Reading reviews. */
export function reviewRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...getPopularReviews,
		async handler(request) {
			const { limit = 5, period = 'week' } = request.query
			return { reviews: (await popularReviews(db, period, limit, request.viewer?.userId ?? null)).map(reviewOf) }
		},
	})

	app.route({ ...getReview, handler: (request) => loadReview(db, request.params.id, request.viewer) })

	app.route({
		...listReviews,
		async handler(request) {
			const { page = 1, limit = 10, cursor, ...filters } = request.query
			assertPageDepth(page, limit)
			assertOwnFeed(filters, request.viewer)
			if (filters.username !== undefined) filters.username = usernameKey(filters.username)
			const list = `reviews:${filters.sortBy}:${filters.order}`
			const after = cursor === undefined ? undefined : openCursor(services.keys.cursors, list, cursor)
			const rowsOf = (filters: ReviewFilters) =>
				listReviewRows(db, filters, { page, limit, after }, request.viewer?.userId ?? null)
			let found = await rowsOf(filters)
			const kept = found.gameKnown || filters.gameId === undefined ? undefined : await keptGameOf(db, filters.gameId)
			if (kept !== undefined) found = await rowsOf({ ...filters, gameId: kept })
			if (!found.gameKnown) throw notFound(GAME_NOT_FOUND)
			if (!found.userKnown) throw notFound(USER_NOT_FOUND)
			return {
				reviews: found.rows.map(reviewOf),
				totalCount: found.total,
				totalPages: Math.ceil(found.total / limit),
				currentPage: after ? null : page,
				nextCursor: found.next ? sealCursor(services.keys.cursors, list, found.next) : null,
			}
		},
	})
}

/** `followedBy` shows whom someone follows, which is theirs to see. */
function assertOwnFeed(filters: ReviewFilters, viewer: Viewer | null): void {
	if (filters.followedBy === undefined) return
	if (!viewer) throw unauthorized(SIGN_IN_NEEDED)
	if (filters.followedBy !== viewer.userId) throw forbidden(NOT_YOUR_FEED)
}
