import { listUpcomingGames } from '#contract/calendar.ts'
import { now } from '#server/clock.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import type { Services } from '#server/services.ts'
import { countCalendarFacets, listCalendarGames } from './queries.ts'

/** Registers the calendar of releases. */
export function calendarRoutes(app: App, { keys, clock }: Services): void {
	app.route({
		...listUpcomingGames,
		async handler(request) {
			const today = now({ clock }).slice(0, 10)
			const { month = today.slice(0, 7), from, platform = [], genre = [], limit = 48, cursor } = request.query
			const filters = { month, from, platform, genre }
			const list = `calendar:${JSON.stringify(filters)}`
			const after = cursor === undefined ? undefined : decodeCursor(keys.cursors, list, cursor)
			const viewerId = request.viewer?.userId ?? null
			const rows = await listCalendarGames(request.reads, filters, { after, limit, viewerId })
			const page = rows.slice(0, limit)
			const last = page.at(-1)
			return {
				month,
				today,
				games: page.map(({ place: _place, rank: _rank, ...game }) => game),
				facets: after ? null : await countCalendarFacets(request.reads, filters),
				nextCursor:
					last && rows.length > limit ? encodeCursor(keys.cursors, list, [last.place, last.rank, last.id]) : null,
			}
		},
	})
}
