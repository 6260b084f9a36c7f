import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { getNext, postponeGame, unpostponeGame } from '#contract/next.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { postpone, removePostponement } from './queries.ts'
import { postponedSince, suggestNext } from './suggest.ts'

/** Registers the routes that suggest what the viewer may play next, and put off what they do not want now. */
export function nextRoutes(app: App, services: Services): void {
	const { db, clock } = services

	app.route({
		...getNext,
		handler: (request) => suggestNext(db, requireViewer(request).userId, request.query, clock()),
	})

	app.route({
		...postponeGame,
		async handler(request) {
			const { userId } = requireViewer(request)
			await inTransaction(db, async (transaction) => {
				const [gameId] = await resolveMergedGames(transaction, [request.body.gameId])
				if (gameId === undefined) throw notFound(GAME_NOT_FOUND)
				await postpone(transaction, { userId, gameId, at: now(services), since: postponedSince(clock()) })
			})
			return { success: true as const }
		},
	})

	app.route({
		...unpostponeGame,
		async handler(request) {
			await removePostponement(db, requireViewer(request).userId, request.params.gameId)
			return { success: true as const }
		},
	})
}
