import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import {
	dismissGame,
	listRecommendations,
	MAX_DISMISSALS,
	restoreGame,
	TOO_MANY_DISMISSALS,
} from '#contract/recommendations.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { addDismissal, hasTooManyDismissals, removeDismissal } from './queries.ts'
import { recommend } from './recommend.ts'

/** Registers the routes that recommend games to the viewer, and never recommend what they dismiss. */
export function recommendationRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...listRecommendations,
		handler: (request) => recommend(db, requireViewer(request).userId),
	})

	app.route({
		...dismissGame,
		async handler(request, reply) {
			const { userId } = requireViewer(request)
			const isNew = await inTransaction(db, async (transaction) => {
				const [gameId] = await resolveMergedGames(transaction, [request.body.gameId])
				if (gameId === undefined) throw notFound(GAME_NOT_FOUND)
				const isNew = await addDismissal(transaction, { userId, gameId, at: now(services) })
				if (isNew && (await hasTooManyDismissals(transaction, userId, MAX_DISMISSALS)))
					throw new AppError(400, TOO_MANY_DISMISSALS)
				return isNew
			})
			reply.code(isNew ? 201 : 200)
			return { success: true as const }
		},
	})

	app.route({
		...restoreGame,
		async handler(request) {
			await removeDismissal(db, requireViewer(request).userId, request.params.gameId)
			return { success: true as const }
		},
	})
}
