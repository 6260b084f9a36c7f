import { getNumbers } from '#contract/admin-numbers.ts'
import { now } from '#server/clock.ts'
import type { App } from '#server/http/app-type.ts'
import type { Services } from '#server/services.ts'
import { findCountTime, findSiteDays, findTotals } from './queries-numbers.ts'

/** Registers the route of the site's numbers. */
export function numbersRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...getNumbers,
		async handler({ query: { days = '30' } }) {
			const today = now(services).slice(0, 10)
			return {
				days: await findSiteDays(db, today, Number(days)),
				totals: await findTotals(db),
				countedAt: await findCountTime(db, today),
			}
		},
	})
}
