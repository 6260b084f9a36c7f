import { getSeries, SERIES_NOT_FOUND } from '#contract/series.ts'
import { toGame } from '#server/features/games/game-response.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { findSeries, listSeriesGames } from './queries.ts'

export function seriesRoutes(app: App, { images }: Services): void {
	app.route({
		...getSeries,
		async handler(request) {
			const { slug } = request.params
			const { page = 1, limit = 24 } = request.query
			assertPageDepth(page, limit)
			const found = await findSeries(request.reads, slug)
			if (!found) throw notFound(SERIES_NOT_FOUND)
			const rows = await listSeriesGames(request.reads, slug, page, limit)
			const { name, total, first_year: first, last_year: last } = found
			return {
				series: { slug, name },
				games: rows.map((row) => toGame(row, images)),
				total,
				years: { first, last },
				hasMore: page * limit < total,
			}
		},
	})
}
