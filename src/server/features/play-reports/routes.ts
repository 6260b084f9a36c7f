import { PLAY_REPORT_LIMITS } from '#contract/play-report-limits.ts'
import {
	findGameIds,
	getLatestReport,
	listUnmatched,
	matchClientGame,
	NO_GAME,
	reportPlaying,
	reportPlayTime,
	TOO_MANY_REPORTS,
} from '#contract/play-reports.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { toPlaySession } from '#server/features/library/play-responses.ts'
import { findPlaySession } from '#server/features/library/queries-plays.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, invalidInput } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { toGameKey } from './identify.ts'
import {
	endPlayingNow,
	findLastReport,
	findPlayingNow,
	listClients,
	listUnmatchedGames,
	lockPlayReports,
	putPlayingNow,
} from './queries.ts'
import { findGames, handleReports, keepUnmatchedGame, matchGame, openClient } from './report.ts'

/** Registers the routes by which programs report play time, and those that match the games that they name. */
export function playReportRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...reportPlayTime,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { client, reports, import: isImport = false } = request.body
			if (reports.length > (isImport ? PLAY_REPORT_LIMITS.perImport : PLAY_REPORT_LIMITS.perCall))
				throw new AppError(413, TOO_MANY_REPORTS)
			return { results: await handleReports(services, { userId, client }, reports) }
		},
	})

	app.route({
		...reportPlaying,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { client, game } = request.body
			const of = { userId, client }
			if (game === null) {
				await endPlayingNow(db, of)
				return { playingNow: null }
			}
			if (findGameIds(game).length === 0 && !game.name) throw invalidInput([{ path: 'game', message: NO_GAME }])
			await openClient(db, of)
			const key = toGameKey(game)
			const found = (await findGames(db, of, new Map([[key, game]]))).get(key)
			const at = now(services)
			const until = new Date(services.clock() + PLAY_REPORT_LIMITS.playingMs).toISOString()
			await inTransaction(db, async (tx) => {
				await lockPlayReports(tx, userId)
				const [gameId] = found == null ? [] : await resolveMergedGames(tx, [found])
				if (gameId !== undefined) return putPlayingNow(tx, { ...of, gameId, at, until })
				await endPlayingNow(tx, of)
				if (found === undefined) await keepUnmatchedGame(tx, { ...of, at }, game)
			})
			return { playingNow: await findPlayingNow(db, userId, at) }
		},
	})

	app.route({
		...getLatestReport,
		async handler(request) {
			const { userId } = requireViewer(request)
			const last = await findLastReport(db, { userId, client: request.query.client })
			if (!last) return { latest: null }
			const session = last.sessionId === null ? undefined : await findPlaySession(db, last.sessionId)
			const { key, reportedAt } = last
			return { latest: { key, reportedAt, session: session ? toPlaySession(session) : null } }
		},
	})

	app.route({
		...listUnmatched,
		async handler(request) {
			const { userId } = requireViewer(request)
			return { ...(await listUnmatchedGames(db, userId)), clients: await listClients(db, userId) }
		},
	})

	app.route({
		...matchClientGame,
		async handler(request) {
			const { userId } = requireViewer(request)
			return { sessions: await matchGame(services, { userId, id: request.params.id, gameId: request.body.gameId }) }
		},
	})
}
