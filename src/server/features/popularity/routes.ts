import { getPopularity, RECORDED_PLACES } from '#contract/popularity.ts'
import { now } from '#server/clock.ts'
import { findFirstDay } from '#server/db/past-rankings.ts'
import type { App } from '#server/http/app-type.ts'
import type { Services } from '#server/services.ts'

export function popularityRoutes(app: App, services: Services): void {
	app.route({
		...getPopularity,
		async handler(request) {
			const today = now(services).slice(0, 10)
			return { firstDay: (await findFirstDay(request.reads)) ?? today, today, places: RECORDED_PLACES }
		},
	})
}
