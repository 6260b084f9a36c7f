import type { FastifyRequest } from 'fastify'
import { CATALOG_CLOSED } from '#contract/catalog-growth.ts'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import {
	addMissingGames,
	applyImport,
	CHOOSE_A_GAME,
	changeImport,
	decideImportRow,
	decideImportRows,
	IMPORT_ROW_NOT_FOUND,
	IMPORT_STATE,
	IMPORT_UNDER_WAY,
	OWN_IMPORT_NOT_FOUND,
	type OwnImportState,
	stopImport,
	TOO_MANY_LOOKUPS,
	undoImport,
} from '#contract/imports.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { isUniqueViolation } from '#server/features/sessions/queries-accounts.ts'
import { canAddGames } from '#server/features/site/catalog-growth.ts'
import type { App } from '#server/http/app-type.ts'
import type { Counters } from '#server/http/counters.ts'
import { conflict, forbidden, invalidInput, notFound, tooManyRequests } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import { countForCaller } from '#server/http/rate-limits.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { previewRows } from './apply-rows.ts'
import { OWN_IMPORTS_JOB, respond, toImportRow } from './import-response.ts'
import {
	findImport,
	type ImportChanges,
	type ImportRecord,
	isAnotherRunning,
	lockOwnImport,
	refreshCounts,
	updateImport,
} from './queries.ts'
import { wantGames } from './queries-missing-games.ts'
import { clearEffects, decideRow, decideRows, findRow, findTakenRowsOf, saveResults } from './queries-rows.ts'

/** More rows are compared with the library in the background. */
const COMPARED_AT_ONCE = 200
const DAY_MS = 24 * 60 * 60 * 1000

/** Registers the routes that decide what a person's own imports write. */
export function importWriteRoutes(app: App, services: Services): void {
	const { db } = services

	const change = changeOwn(services)

	app.route({
		...decideImportRow,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id, row } = request.params
			const { decision } = request.body
			const gameId = await resolveGame(db, request.body.gameId)
			await change({ id, userId, states: ['preview'] }, async (tx, run) => {
				const present = await findRow(tx, id, row)
				if (!present) throw notFound(IMPORT_ROW_NOT_FOUND)
				if (decision === 'take' && (present.item === null || (gameId ?? present.game_id) === null))
					throw invalidInput([{ path: 'gameId', message: CHOOSE_A_GAME }])
				await decideRow(tx, id, { row, gameId, decision })
				await compare(services, tx, run, [row])
				return {}
			})
			const [run, decided] = [await findImport(db, id, userId), await findRow(db, id, row)]
			if (!run || !decided) throw notFound(IMPORT_ROW_NOT_FOUND)
			return toImportRow(decided, run)
		},
	})

	app.route({
		...decideImportRows,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			const { rows, match, decision } = request.body
			if (rows === undefined && match === undefined)
				throw invalidInput([{ path: 'rows', message: 'Name the rows, or how they match' }])
			return change({ id, userId, states: ['preview'] }, async (tx, run) => {
				const changed = await decideRows(tx, id, { rows, match, decision })
				if (changed.length > COMPARED_AT_ONCE) {
					await clearEffects(tx, id)
					return { state: 'matching', isMatched: true, position: 0 }
				}
				await compare(services, tx, run, changed)
				return {}
			})
		},
	})

	app.route({
		...changeImport,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			const { statuses, mapping } = request.body
			return change({ id, userId, states: ['preview'] }, async (_tx, run) => {
				if (statuses === undefined && mapping === undefined) return {}
				const chosen = Object.fromEntries((statuses ?? []).map(({ theirs, ours }) => [theirs, ours]))
				const meanings = { ...run.meanings, ...pickWords(chosen, run) }
				// Another mapping makes other rows
				if (mapping !== undefined && run.csv !== null)
					return { state: 'reading', position: 0, isMatched: false, mapping, meanings, error: null, failures: 0 }
				return { state: 'matching', position: 0, isMatched: true, meanings, failures: 0 }
			})
		},
	})
}

/** Registers the routes that write, stop and take back a person's own imports. */
export function importStateRoutes(app: App, services: Services, counters: Counters): void {
	const change = changeOwn(services)

	app.route({
		...applyImport,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { conflicts = 'mine', reviews = 'publish' } = request.body
			return change({ id: request.params.id, userId, states: ['preview', 'stopped'] }, async (_tx, run) => ({
				...(run.state === 'preview' && { conflicts, reviews, position: 0 }),
				...{ state: 'applying', error: null, failures: 0 },
				undoUntil: toUndoLimit(services),
			}))
		},
	})

	app.route({
		...addMissingGames,
		async handler(request) {
			const { userId } = requireViewer(request)
			if (!(await canAddGames(services.siteSettings, request.role))) throw forbidden(CATALOG_CLOSED)
			return change({ id: request.params.id, userId, states: ['preview'] }, async (tx, run) => {
				const wanted = await wantGames(tx, run.id, IMPORT_LIMITS.lookups)
				if (wanted === 0) return {}
				await countLookups(services, counters, request, wanted)
				const counts = { ...run.counts, wanted, fetched: 0 }
				return { state: 'matching', position: 0, isMatched: true, counts, error: null, failures: 0 }
			})
		},
	})

	app.route({
		...stopImport,
		async handler(request) {
			const { userId } = requireViewer(request)
			return change({ id: request.params.id, userId, states: ['applying'] }, async (tx, run) => {
				await refreshCounts(tx, run.id)
				return { state: 'stopped' }
			})
		},
	})

	app.route({
		...undoImport,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			return change({ id, userId, states: ['applied', 'stopped'] }, async (tx, run) => {
				if (run.undo_until === null || Date.parse(run.undo_until) < services.clock())
					throw conflict(IMPORT_STATE, { import: await respond(tx, run) })
				return { state: 'undoing', position: 0, error: null, failures: 0 }
			})
		},
	})
}

/** Returns how to change an import that is in one of the states, which answers with it as it is then. Throws 404 and 409. */
function changeOwn({ db, jobWakes }: Services) {
	return async (
		{ id, userId, states }: { id: string; userId: string; states: readonly OwnImportState[] },
		work: (tx: Tx, run: ImportRecord) => Promise<ImportChanges>,
	) => {
		const changed = await inTransaction(db, async (tx) => {
			const run = await lockOwnImport(tx, id, userId)
			if (!run) throw notFound(OWN_IMPORT_NOT_FOUND)
			if (!states.includes(run.state)) throw conflict(IMPORT_STATE, { import: await respond(tx, run) })
			const changes = await work(tx, run)
			if (changes.state !== undefined && isRunning(changes.state) && (await isAnotherRunning(tx, userId, id)))
				throw conflict(IMPORT_UNDER_WAY)
			if (Object.keys(changes).length > 0) await updateImport(tx, id, changes)
			return findImport(tx, id, userId)
		}).catch((error: unknown) => {
			// Another one has begun in the same moment
			throw isUniqueViolation(error) ? conflict(IMPORT_UNDER_WAY) : error
		})
		if (!changed) throw notFound(OWN_IMPORT_NOT_FOUND)
		jobWakes.dispatchEvent(new Event(OWN_IMPORTS_JOB))
		return respond(db, changed)
	}
}

/** Counts rows that are to be looked up against what a person may in a day. Throws 429. */
async function countLookups(
	{ config }: Services,
	counters: Counters,
	request: FastifyRequest,
	amount: number,
): Promise<void> {
	const caller = { network: getClientNetwork(request), userId: requireViewer(request).userId }
	const { isAllowed, resetMs } = await countForCaller(
		caller,
		IMPORT_LIMITS.lookups * config.rateLimitFactor,
		(subject, limit, group) =>
			counters.add({ group: `looked up games ${group}`, subject, amount, limit, windowMs: DAY_MS }),
	)
	if (!isAllowed) throw tooManyRequests(TOO_MANY_LOOKUPS, resetMs / 1000)
}

const isRunning = (state: OwnImportState) =>
	state === 'reading' || state === 'matching' || state === 'applying' || state === 'undoing'

const toUndoLimit = (services: Services) => new Date(services.clock() + IMPORT_LIMITS.undoDays * DAY_MS).toISOString()

/** Returns the meanings of words that the file has. */
function pickWords<Meaning>(chosen: Record<string, Meaning>, { words }: ImportRecord): Record<string, Meaning> {
	const known = new Set(words.map(({ theirs }) => theirs))
	return Object.fromEntries(Object.entries(chosen).filter(([word]) => known.has(word)))
}

/** Compares rows with the library, and counts again. */
async function compare(services: Services, tx: Tx, run: ImportRecord, rows: readonly number[]): Promise<void> {
	await clearEffects(tx, run.id)
	const taken = await findTakenRowsOf(tx, run.id, rows)
	await saveResults(tx, run.id, await previewRows({ ...services, db: tx }, run, taken))
	await refreshCounts(tx, run.id)
}

/** Returns the present id of a game. Throws 404 for an unknown one. */
async function resolveGame(db: Db, gameId: number | null): Promise<number | null> {
	if (gameId === null) return null
	const [present] = await resolveMergedGames(db, [gameId])
	if (present === undefined) throw notFound(GAME_NOT_FOUND)
	return present
}
