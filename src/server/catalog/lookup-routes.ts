import type { FastifyRequest } from 'fastify'
import { CATALOG_CLOSED, LOOKUP_FAILED } from '#contract/catalog-growth.ts'
import { addGame, LOOKUP_LIMITS, lookUpGames, TOO_MANY_GAMES } from '#contract/game-lookup.ts'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { toGame } from '#server/features/games/game-response.ts'
import { findGame } from '#server/features/games/queries.ts'
import { canAddGames } from '#server/features/site/catalog-growth.ts'
import type { App } from '#server/http/app-type.ts'
import type { Counters } from '#server/http/counters.ts'
import { AppError, forbidden, notFound, tooManyRequests } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import { countForCaller } from '#server/http/rate-limits.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { findGamesOfRecords, storeRecord, toCandidate } from './add-game.ts'
import { LookupFailed } from './lookup.ts'
import { findRecordStates } from './queries-records.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Registers the routes through which members ask the sources for a game, and add it. */
export function lookupRoutes(app: App, services: Services, counters: Counters): void {
	const { db, config, clock, images, siteSettings, gameLookup } = services

	app.route({
		...lookUpGames,
		async handler(request) {
			const { source } = gameLookup
			if (source === null || !(await canAddGames(siteSettings, request.role))) return { source: null, candidates: [] }
			const found = await explainFailure(() => gameLookup.find(request.query.query))
			const gameIds = await findGamesOfRecords(db, source, found)
			return { source, candidates: found.map((facts) => toCandidate(source, facts, gameIds.get(facts.sourceId))) }
		},
	})

	app.route({
		...addGame,
		async handler(request, reply) {
			const { source, sourceId } = request.body
			const [known] = await findRecordStates(db, source, [`${source}:${sourceId}`])
			if (known && !known.withdrawn) return respond(known.game_id)
			if (!(await canAddGames(siteSettings, request.role))) throw forbidden(CATALOG_CLOSED)
			await countAddedGame(request)
			const facts = await explainFailure(() => gameLookup.fetch(source, sourceId))
			if (!facts) throw notFound(GAME_NOT_FOUND)
			const { gameId, isNew } = await storeRecord(db, source, facts, clock)
			reply.code(isNew ? 201 : 200)
			return respond(gameId)
		},
	})

	async function countAddedGame(request: FastifyRequest): Promise<void> {
		const caller = { network: getClientNetwork(request), userId: requireViewer(request).userId }
		const { isAllowed, resetMs } = await countForCaller(
			caller,
			LOOKUP_LIMITS.gamesPerDay * config.rateLimitFactor,
			(subject, limit, group) =>
				counters.add({ group: `added games ${group}`, subject, amount: 1, limit, windowMs: DAY_MS }),
		)
		if (!isAllowed) throw tooManyRequests(TOO_MANY_GAMES, resetMs / 1000)
	}

	async function respond(gameId: number) {
		const row = await findGame(db, gameId, null)
		if (!row) throw notFound(GAME_NOT_FOUND)
		return toGame(row, images)
	}
}

async function explainFailure<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (!(error instanceof LookupFailed)) throw error
		throw new AppError(503, LOOKUP_FAILED, { cause: error })
	}
}
