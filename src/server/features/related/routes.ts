import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { listRelated } from '#contract/related.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { findRelated } from './related.ts'

/** Registers the list of games like a game. */
export function relatedRoutes(app: App): void {
	app.route({
		...listRelated,
		async handler(request) {
			const related = await findRelated(request.reads, request.params.id)
			if (!related) throw notFound(GAME_NOT_FOUND)
			return related
		},
	})
}
