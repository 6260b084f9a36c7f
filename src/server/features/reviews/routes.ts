import { GAME_NOT_FOUND } from '#contract/games.ts'
import {
	createReview,
	deleteReview,
	getPopularReviews,
	getReview,
	getUserImpressions,
	likeReview,
	listReviews,
	NOT_YOUR_FEED,
	NOT_YOUR_REVIEW,
	NOT_YOUR_REVIEW_TO_DELETE,
	OTHER_GAME,
	REVIEW_ALREADY_LIKED,
	REVIEW_EXISTS,
	REVIEW_NOT_FOUND,
	type ReviewFilters,
	reportSeen,
	updateReview,
} from '#contract/reviews.ts'
import { SIGN_IN_NEEDED } from '#contract/sessions.ts'
import { USER_NOT_FOUND, usernameKey } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { keptGameOf } from '#server/features/games/queries-merged-games.ts'
import { openCursor, sealCursor } from '#server/http/cursors.ts'
import { conflict, forbidden, invalid, notFound, unauthorized } from '#server/http/errors.ts'
import { once } from '#server/http/idempotency.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import { type Viewer, viewerOf } from '#server/http/viewer.ts'
import { deleteFact } from '#server/jobs/content-deletion.ts'
import { now, type Services } from '#server/services.ts'
import { assertPlatform } from './platform.ts'
import {
	addReview,
	findReview,
	findReviewCounts,
	findReviewedGame,
	findReviewIdOf,
	findReviewOwner,
	findUserImpressions,
	likeReviewOnce,
	popularReviews,
	replaceReview,
} from './queries.ts'
import { listReviewRows } from './queries-review-list.ts'
import { reviewOf } from './queries-rows.ts'
import { seenReports } from './seen.ts'

export function reviewRoutes(app: App, services: Services): void {
	const { db } = services
	const review = async (id: string, viewer: Viewer | null) => {
		const row = await findReview(db, id, viewer?.userId ?? null)
		if (!row) throw notFound(REVIEW_NOT_FOUND)
		return reviewOf(row)
	}

	app.route({
		...getPopularReviews,
		async handler(request) {
			const { limit = 5, period = 'week' } = request.query
			return { reviews: (await popularReviews(db, period, limit, request.viewer?.userId ?? null)).map(reviewOf) }
		},
	})

	app.route({
		...getReview,
		handler: (request) => review(request.params.id, request.viewer),
	})

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

	app.route({
		...createReview,
		async handler(request, reply) {
			const viewer = viewerOf(request)
			const { gameId, rating, platform, timePlayed = null, description } = request.body
			const { id } = await once(services, request, request.body, async (db, id) => {
				const written = { id, userId: viewer.userId, rating, platform, timePlayed, description, at: now(services) }
				for (;;) {
					const game = await findReviewedGame(db, gameId)
					if (!game) throw notFound(GAME_NOT_FOUND)
					assertPlatform(game.platforms, platform)
					if (await addReview(db, { ...written, gameId: game.id })) break
					const reviewId = await findReviewIdOf(db, viewer.userId, game.id)
					// else the game has become part of another one, or the review that was there has been deleted, meanwhile
					if (reviewId !== undefined) throw conflict(REVIEW_EXISTS, { reviewId })
				}
			})
			reply.code(201)
			return review(id, viewer)
		},
	})

	app.route({
		...updateReview,
		async handler(request) {
			const viewer = viewerOf(request)
			const { gameId, rating, platform, timePlayed = null, description } = request.body
			const { id } = request.params
			const owner = await findReviewOwner(db, id)
			if (!owner) throw notFound(REVIEW_NOT_FOUND)
			if (owner.user_id !== viewer.userId) throw forbidden(NOT_YOUR_REVIEW)
			if (gameId !== undefined && gameId !== owner.game_id) throw invalid([{ path: 'gameId', message: OTHER_GAME }])
			assertPlatform((await findReviewedGame(db, owner.game_id))?.platforms ?? [], platform)
			const changed = await replaceReview(db, {
				id,
				userId: viewer.userId,
				rating,
				platform,
				timePlayed,
				description,
				at: now(services),
			})
			if (!changed) throw notFound(REVIEW_NOT_FOUND)
			return review(id, viewer)
		},
	})

	app.route({
		...deleteReview,
		async handler(request) {
			const viewer = viewerOf(request)
			const { id } = request.params
			if (await deleteFact(services, 'review', id, viewer.userId)) return { success: true as const }
			throw (await findReviewOwner(db, id)) ? forbidden(NOT_YOUR_REVIEW_TO_DELETE) : notFound(REVIEW_NOT_FOUND)
		},
	})

	app.route({
		...likeReview,
		async handler(request) {
			const viewer = viewerOf(request)
			const { id } = request.params
			const liked = await likeReviewOnce(db, { reviewId: id, userId: viewer.userId, at: now(services) })
			const counts = await findReviewCounts(db, id)
			if (!counts) throw notFound(REVIEW_NOT_FOUND)
			if (!liked) throw conflict(REVIEW_ALREADY_LIKED, { likes: counts.likes, impressions: counts.impressions_total })
			return {
				success: true as const,
				likes: counts.likes,
				hasLiked: true,
				impressions: counts.impressions_total,
				weeklyImpressions: counts.impressions_week,
				monthlyImpressions: counts.impressions_month,
				yearlyImpressions: counts.impressions_year,
			}
		},
	})

	const seen = seenReports(services, app.log)
	app.addHook('onClose', () => seen.flush())
	app.route({
		...reportSeen,
		async handler(request, reply) {
			seen.report(request)
			reply.code(202)
			return { success: true as const }
		},
	})

	app.route({
		...getUserImpressions,
		async handler(request) {
			const impressions = await findUserImpressions(db, request.params.id)
			if (!impressions) throw notFound(USER_NOT_FOUND)
			return { success: true as const, impressions }
		},
	})
}

/** `followedBy` shows whom someone follows, which is theirs to see. */
function assertOwnFeed(filters: ReviewFilters, viewer: Viewer | null): void {
	if (filters.followedBy === undefined) return
	if (!viewer) throw unauthorized(SIGN_IN_NEEDED)
	if (filters.followedBy !== viewer.userId) throw forbidden(NOT_YOUR_FEED)
}
