import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import {
	CANNOT_CHANGE_GAME,
	createReview,
	deleteReview,
	likeReview,
	NOT_YOUR_REVIEW,
	NOT_YOUR_REVIEW_TO_DELETE,
	REVIEW_ALREADY_LIKED,
	REVIEW_EXISTS,
	REVIEW_NOT_FOUND,
	unlikeReview,
	updateReview,
} from '#contract/reviews.ts'
import { now } from '#server/clock.ts'
import { deleteContent } from '#server/db/content-deletion.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { publish } from '#server/features/moderation/publish.ts'
import { listMentionedNames } from '#server/features/texts/mentioned-names.ts'
import type { App } from '#server/http/app-type.ts'
import { conflict, forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { assertPlatform } from './platform.ts'
import {
	addReview,
	addReviewLike,
	deleteReviewLike,
	findReviewableGame,
	findReviewCounts,
	findReviewId,
	findReviewOwner,
	replaceReview,
} from './queries.ts'
import { deleteDraftOfReview } from './queries-drafts.ts'
import { loadReview } from './review-response.ts'

/** Registers the routes that create, change, delete and like reviews. */
export function reviewWriteRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createReview,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { gameId, rating, platform, timePlayed = null, description, containsSpoilers = false, day } = request.body
			const { id } = await createOnce(services, request, request.body, (db, id) =>
				inTransaction(db, async (tx) => {
					await storeReview(tx, gameId, {
						id,
						userId: viewer.userId,
						rating,
						platform,
						timePlayed,
						description,
						containsSpoilers,
						mentioned: listMentionedNames(description),
						day: toWritersDay(day, services.clock()),
						at: now(services),
					})
					await deleteDraftOfReview(tx, id)
					await publish(services, tx, 'review', id, [description])
				}),
			)
			reply.code(201)
			return loadReview(db, id, { viewerId: viewer.userId })
		},
	})

	app.route({
		...updateReview,
		async handler(request) {
			const viewer = requireViewer(request)
			const { gameId, rating, platform, timePlayed = null, description, containsSpoilers = false } = request.body
			const { id } = request.params
			const owner = await findReviewOwner(db, id, viewer.userId)
			if (!owner) throw notFound(REVIEW_NOT_FOUND)
			if (owner.user_id !== viewer.userId) throw forbidden(NOT_YOUR_REVIEW)
			if (gameId !== undefined && gameId !== owner.game_id)
				throw invalidInput([{ path: 'gameId', message: CANNOT_CHANGE_GAME }])
			assertPlatform((await findReviewableGame(db, owner.game_id))?.platforms ?? [], platform, owner.platform)
			const changed = await inTransaction(db, async (tx) => {
				const review = { id, userId: viewer.userId, rating, platform, timePlayed, description, containsSpoilers }
				const mentioned = listMentionedNames(description)
				if (!(await replaceReview(tx, { ...review, mentioned, at: now(services) }))) return false
				await deleteDraftOfReview(tx, id)
				await publish(services, tx, 'review', id, [description])
				return true
			})
			if (!changed) throw notFound(REVIEW_NOT_FOUND)
			return loadReview(db, id, { viewerId: viewer.userId })
		},
	})

	app.route({
		...deleteReview,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			const { keepRating = false } = request.query
			if (await deleteContent(services, 'review', id, viewer.userId, { keepRating })) return { success: true as const }
			throw (await findReviewOwner(db, id, viewer.userId))
				? forbidden(NOT_YOUR_REVIEW_TO_DELETE)
				: notFound(REVIEW_NOT_FOUND)
		},
	})

	app.route({
		...likeReview,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			const liked = await addReviewLike(db, { reviewId: id, userId: viewer.userId, at: now(services) })
			const counts = await findReviewCounts(db, id, viewer.userId)
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

	app.route({
		...unlikeReview,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			await deleteReviewLike(db, id, viewer.userId)
			const counts = await findReviewCounts(db, id, viewer.userId)
			if (!counts) throw notFound(REVIEW_NOT_FOUND)
			return { success: true as const, likes: counts.likes, hasLiked: false }
		},
	})
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the day that a writer states, null unless it is today's somewhere on Earth. */
function toWritersDay(day: string | null | undefined, nowMs: number): string | null {
	const days = [-DAY_MS, 0, DAY_MS].map((offset) =>
		new Date(nowMs + offset).toISOString().slice(0, '2026-11-21'.length),
	)
	return days.find((today) => today === day) ?? null
}

/** A review whose game has not been resolved yet. */
type ReviewDraft = Omit<Parameters<typeof addReview>[1], 'gameId'>

/**
 * Adds a review of a game, or of the game that it was merged into. Throws 404 for an unknown game, 400 for an invalid
 * platform and 409 for a second review of the same game.
 */
async function storeReview(db: Db, gameId: number, draft: ReviewDraft): Promise<void> {
	for (;;) {
		const game = await findReviewableGame(db, gameId)
		if (!game) throw notFound(GAME_NOT_FOUND)
		assertPlatform(game.platforms, draft.platform)
		if (await addReview(db, { ...draft, gameId: game.id })) return
		const reviewId = await findReviewId(db, draft.userId, game.id)
		// Otherwise the game has just been merged, or the existing review has just been deleted: try again
		if (reviewId !== undefined) throw conflict(REVIEW_EXISTS, { reviewId })
	}
}
