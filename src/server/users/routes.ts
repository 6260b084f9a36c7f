import { getPopularUsers } from '#contract/users.ts'
import type { App } from '../app.ts'
import { assertPageDepth } from '../paging.ts'
import type { Services } from '../services.ts'
import { popularUsers, publicUserOf } from './queries.ts'

export function userRoutes(app: App, services: Services): void {
	app.route({
		...getPopularUsers,
		async handler(request) {
			const { page = 1, limit = 5, period = 'week' } = request.query
			assertPageDepth(page, limit)
			const { rows, total, hasMore } = await popularUsers(services.db, period, page, limit)
			return { users: rows.map((row) => ({ ...publicUserOf(row), impressions: row.impressions })), total, hasMore }
		},
	})
}
