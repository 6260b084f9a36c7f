import { getStats } from '#contract/stats.ts'
import { getYearInReview } from '#contract/year.ts'
import { requireLibraryOwner } from '#server/features/library/owner.ts'
import type { App } from '#server/http/app-type.ts'
import type { Services } from '#server/services.ts'
import { findStats } from './queries.ts'
import { findYearInReview } from './queries-year.ts'

export function statsRoutes(app: App, { clock }: Services): void {
	app.route({
		...getStats,
		async handler(request) {
			const owner = await requireLibraryOwner(request, request.query)
			return findStats(request.reads, owner.id, request.query.year)
		},
	})

	app.route({
		...getYearInReview,
		async handler(request) {
			const owner = await requireLibraryOwner(request, request.query)
			const { viewer, query } = request
			return findYearInReview(request.reads, owner.id, query.year, { now: clock(), viewerId: viewer?.userId ?? null })
		},
	})
}
