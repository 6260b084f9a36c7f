import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { getGame, getPopularGames } from '#contract/games.ts'
import { findLibraryEntry } from '#server/features/library-entry/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { resolveAsOf } from '#server/http/as-of.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { toGame, toGameScores } from './game-response.ts'
import { findGame, findGameOfRecord, findMergedGame, listPastGames, listPopularGames } from './queries.ts'
import type { GameRow } from './queries-rows.ts'

export function gameRoutes(app: App, { images, clock }: Services): void {
	const toResponse = (row: GameRow) => toGame(row, images)

	app.route({
		...getPopularGames,
		async handler(request) {
			const { page = 1, limit = 5, period = 'week', asOf } = request.query
			assertPageDepth(page, limit)
			const day = await resolveAsOf(request.reads, asOf, clock)
			const { rows, total } =
				day === undefined
					? await listPopularGames(request.reads, period, page, limit)
					: await listPastGames(request.reads, { day, period }, page, limit)
			const hasMore = page * limit < total
			return { success: true as const, data: { games: rows.map(toResponse), total, page, limit, hasMore }, hasMore }
		},
	})

	app.route({
		...getGame,
		async handler(request) {
			const { id } = request.params
			const viewerId = request.viewer?.userId ?? null
			const { reads } = request
			const row = (await findGame(reads, id, viewerId)) ?? (await findMergedGame(reads, id, viewerId))
			if (!row) throw notFound(GAME_NOT_FOUND)
			const myEntry = viewerId === null ? null : ((await findLibraryEntry(reads, viewerId, row.id)) ?? null)
			const { series: name, series_slug: slug, edition_of_source: source, edition_of_source_id: sourceId } = row
			const edition = source === null || sourceId === null ? null : await findGameOfRecord(reads, source, sourceId)
			const data = {
				...toResponse(row),
				ratingCounts: row.rating_counts,
				myReviewId: row.my_review_id,
				scores: toGameScores(row.scores),
				series: name === null || slug === null ? null : { slug, name },
				kind: row.kind,
				// Two records of one game may name each other
				editionOf: edition && edition.id !== row.id ? edition : null,
				myEntry,
			}
			return { success: true as const, data }
		},
	})
}
