import { type GamesQuery, LOG_IN_TO_FILTER, listGames, YEARS_TURNED_ROUND } from '#contract/browse.ts'
import { LOGIN_NEEDED } from '#contract/session-refusals.ts'
import { toGame } from '#server/features/games/game-response.ts'
import { parseSearchQuery } from '#server/features/search/search-key.ts'
import { buildWordQueries, joinWithAnd } from '#server/features/search/word-queries.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { invalidInput, unauthorized } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { countGames, listGameRows } from './queries.ts'
import type { GameConditions } from './queries-filters.ts'

/** Registers the list of games by filters. */
export function browseRoutes(app: App, { images, keys, clock }: Services): void {
	app.route({
		...listGames,
		async handler(request) {
			const { page = 1, limit = 24, cursor, sortBy = 'popular', period = 'week', ...filters } = request.query
			assertPageDepth(page, limit)
			const { yearFrom, yearTo, status = [] } = filters
			if (yearFrom !== undefined && yearTo !== undefined && yearFrom > yearTo)
				throw invalidInput([{ path: 'yearTo', message: YEARS_TURNED_ROUND }])
			const viewerId = request.viewer?.userId ?? null
			if (status.length > 0 && viewerId === null) throw unauthorized({ ...LOGIN_NEEDED, error: LOG_IN_TO_FILTER })
			const list = `games:${sortBy}:${sortBy === 'popular' ? period : ''}`
			const after = cursor === undefined ? undefined : parsePlace(decodeCursor(keys.cursors, list, cursor))
			const conditions = toConditions(filters, viewerId)
			const { total, facets } = await countGames(request.reads, conditions)
			// What is out is decided on the day of the first page
			const today = after?.today ?? new Date(clock()).toISOString().slice(0, 10)
			const order = { sortBy, period, today }
			const { rows, next } = await listGameRows(request.reads, conditions, order, { page, limit, after, total })
			return {
				games: rows.map((row) => toGame(row, images)),
				facets,
				totalCount: total,
				totalPages: Math.ceil(total / limit),
				currentPage: after ? null : page,
				nextCursor: next ? encodeCursor(keys.cursors, list, [today, next.part, ...next.key]) : null,
			}
		},
	})
}

function toConditions(filters: GamesQuery, viewerId: string | null): GameConditions {
	const { tokens } = parseSearchQuery(filters.search ?? '')
	return { ...filters, viewerId, searchWords: joinWithAnd(buildWordQueries(tokens).forms) }
}

/** Reads a cursor that this server has made. */
function parsePlace([today, part, ...key]: readonly (string | number)[]) {
	return { today: String(today), part: Number(part), key }
}
