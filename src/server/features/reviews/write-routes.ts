import { GAME_NOT_FOUND } from '#contract/games.ts'
import {
	createReview,
	deleteReview,
	likeReview,
	NOT_YOUR_REVIEW,
	NOT_YOUR_REVIEW_TO_DELETE,
	OTHER_GAME,
	REVIEW_ALREADY_LIKED,
	REVIEW_EXISTS,
	REVIEW_NOT_FOUND,
	updateReview,
} from '#contract/reviews.ts'
import { deleteContent } from '#server/db/content-deletion.ts'
import type { Db } from '#server/db/tables.ts'
import type { App } from '#server/http/app-type.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import { once } from '#server/http/idempotency.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { assertPlatform } from './platform.ts'
import {
	addReview,
	findReviewCounts,
	findReviewedGame,
	findReviewIdOf,
	findReviewOwner,
	likeReviewOnce,
	replaceReview,
} from './queries.ts'
import { loadReview } from './review-response.ts'

/** Writing, changing, deleting and liking reviews. */
export function reviewWriteRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createReview,
		async handler(request, reply) {
			const viewer = viewerOf(request)
			const { gameId, rating, platform, timePlayed = null, description } = request.body
			const { id } = await once(services, request, request.body, (db, id) =>
				storeReview(db, gameId, {
					id,
					userId: viewer.userId,
					rating,
					platform,
					timePlayed,
					description,
					at: now(services),
				}),
			)
			reply.code(201)
			return loadReview(db, id, viewer)
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
			return loadReview(db, id, viewer)
		},
	})

	app.route({
		...deleteReview,
		async handler(request) {
			const viewer = viewerOf(request)
			const { id } = request.params
			if (await deleteContent(services, 'review', id, viewer.userId)) return { success: true as const }
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
}

/** A review before its game is known. */
type ReviewDraft = Omit<Parameters<typeof addReview>[1], 'gameId'>

/** Adds a review of a game, or of the one that it has become part of. Throws 404, 400 for the platform, and 409 where there is one. */
async function storeReview(db: Db, gameId: number, draft: ReviewDraft): Promise<void> {
	for (;;) {
		const game = await findReviewedGame(db, gameId)
		if (!game) throw notFound(GAME_NOT_FOUND)
		assertPlatform(game.platforms, draft.platform)
		if (await addReview(db, { ...draft, gameId: game.id })) return
		const reviewId = await findReviewIdOf(db, draft.userId, game.id)
		// Else the game has become part of another one, or the review that was there has been deleted, meanwhile
		if (reviewId !== undefined) throw conflict(REVIEW_EXISTS, { reviewId })
	}
}
