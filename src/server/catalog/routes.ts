import { v7 as uuidv7 } from 'uuid'
import {
	BOTH_REVIEWED,
	cancelImport,
	GAMES_GONE,
	getCatalogImports,
	IMPORT_ENDED,
	IMPORT_NOT_FOUND,
	IMPORT_RUNNING,
	IMPORT_SOURCES,
	keepPairApart,
	listUnsurePairs,
	mergePair,
	SAME_GAME,
	SOURCE_NOT_CONFIGURED,
	startImport,
} from '#contract/admin-catalog.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import type { Services } from '#server/services.ts'
import { isConfigured } from './admin-runs.ts'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import { keepGamesApart, MergeRefused, mergeGames } from './merge-games.ts'
import { findImportState } from './queries-checkpoints.ts'
import { addRun, cancelRun, countUnsurePairs, findRun, findUnsurePairs, listRuns } from './queries-runs.ts'

/** The name of the job that does the imports. */
export const IMPORT_JOB = 'catalog imports'
const PAIRS_LIST = 'unsure-pairs'
const REFUSALS = { unknown: GAMES_GONE, same: SAME_GAME, both_reviewed: BOTH_REVIEWED } as const

/** Registers the routes through which admins import games, and decide about those that may be the same. */
export function catalogRoutes(app: App, services: Services): void {
	const { db, backgroundDb, config, clock, keys, jobWakes } = services

	app.route({
		...getCatalogImports,
		async handler() {
			const sources = IMPORT_SOURCES.map(async (source) => {
				const state = await findImportState(db, source === 'builtin' ? BUILTIN_SOURCE : source)
				return {
					source,
					isConfigured: isConfigured(source, config),
					lastReadAt: state.lastCompletedRunStart,
					isUnfinished: state.startedAt !== null,
				}
			})
			return { sources: await Promise.all(sources), imports: await listRuns(db) }
		},
	})

	app.route({
		...startImport,
		async handler(request, reply) {
			const { source, refresh = false, fromStart = false } = request.body
			if (!isConfigured(source, config)) throw conflict(SOURCE_NOT_CONFIGURED)
			const id = uuidv7({ msecs: clock() })
			const isAdded = await inTransaction(db, async (db) => {
				await requireHeldRole(db, request)
				return addRun(db, { id, source, refresh, fromStart, at: now(services) })
			})
			if (!isAdded) throw conflict(IMPORT_RUNNING)
			jobWakes.dispatchEvent(new Event(IMPORT_JOB))
			reply.code(201)
			return requireRun(id)
		},
	})

	app.route({
		...cancelImport,
		async handler({ params: { id } }) {
			const isOpen = await cancelRun(db, id, now(services))
			const run = await requireRun(id)
			if (!isOpen) throw conflict(IMPORT_ENDED)
			jobWakes.dispatchEvent(new Event(IMPORT_JOB))
			return run
		},
	})

	app.route({
		...listUnsurePairs,
		async handler({ query: { limit = 20, cursor } }) {
			const key = cursor === undefined ? undefined : decodeCursor(keys.cursors, PAIRS_LIST, cursor)
			const after = key && ([String(key[0]), Number(key[1]), Number(key[2])] as const)
			const { pairs, next } = await findUnsurePairs(db, { limit, after })
			return {
				pairs,
				totalCount: await countUnsurePairs(db),
				nextCursor: next ? encodeCursor(keys.cursors, PAIRS_LIST, next) : null,
			}
		},
	})

	app.route({
		...mergePair,
		async handler(request) {
			const { keepId, mergeId, keepNewest = false } = request.body
			// A game with many reviews takes longer than a request's statement may
			const merged = await explainRefusals(() =>
				withoutStatementTimeout(backgroundDb, (connection) =>
					inTransaction(connection, async (db) => {
						const merged = await mergeGames(db, keepId, mergeId, { clock, keepNewest })
						// Last, because accounts are locked after games
						await requireHeldRole(db, request)
						return merged
					}),
				),
			)
			return { success: true as const, id: merged.id, reviews: merged.reviews, lists: merged.lists }
		},
	})

	app.route({
		...keepPairApart,
		async handler(request) {
			const { oneId, otherId } = request.body
			await explainRefusals(() =>
				inTransaction(db, async (db) => {
					await keepGamesApart(db, oneId, otherId, clock)
					await requireHeldRole(db, request)
				}),
			)
			return { success: true as const }
		},
	})

	async function requireRun(id: string) {
		const run = await findRun(db, id)
		if (!run) throw notFound(IMPORT_NOT_FOUND)
		return run
	}
}

async function explainRefusals<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (!(error instanceof MergeRefused)) throw error
		throw error.kind === 'unknown' ? notFound(GAMES_GONE) : conflict(REFUSALS[error.kind])
	}
}
