import { v7 as uuidv7 } from 'uuid'
import { type CheckedReport, checkPlayReport } from '#contract/check-play-report.ts'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { PLAY_REPORT_LIMITS } from '#contract/play-report-limits.ts'
import {
	CLIENT_GAME_NOT_FOUND,
	type ReportedGame,
	type ReportResult,
	TOO_MANY_CLIENTS,
	TOO_MANY_NAMES,
	TOO_MANY_UNMATCHED,
} from '#contract/play-reports.ts'
import { now } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { toPlaySession } from '#server/features/library/play-responses.ts'
import { AppError, conflict, notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { countReports } from './count-reports.ts'
import { identifyGames, toGameKey } from './identify.ts'
import {
	addClient,
	type ClientOf,
	countKept,
	countUnmatchedGames,
	decideClientGame,
	findClientGames,
	findSessionsById,
	findUnmatchedGame,
	keepReports,
	lockPlayReports,
	type NamedGame,
	putClientGames,
	setLastReport,
	takeKeptReports,
} from './queries.ts'

/** A report that has passed the checks, and its place in the call. */
interface Waiting {
	place: number
	gameKey: string
	report: CheckedReport
}

type Result = { status: 'created' | 'known'; sessionId: string | null } | { status: 'unmatched' } | { error: string }

/** What became of each report of a call, by its place. */
type Results = Map<number, Result>

/** Handles the reports of a program, each by itself, and returns the results in order. Throws 409 for a program too many. */
export async function handleReports(
	services: Services,
	of: ClientOf,
	values: readonly unknown[],
): Promise<ReportResult[]> {
	const { db } = services
	const results: Results = new Map()
	let waiting: Waiting[] = []
	for (const [place, value] of values.entries()) {
		const report = checkPlayReport(value, services.clock())
		if (typeof report === 'string') results.set(place, { error: report })
		else waiting.push({ place, gameKey: toGameKey(report.game), report })
	}
	if (waiting.length > 0) {
		await openClient(db, of)
		// Again for games that were matched meanwhile
		while (waiting.length > 0) waiting = await settle(services, of, waiting, results)
		const last = [...results]
			.filter(([, result]) => !('error' in result))
			.reduce((most, [at]) => Math.max(most, at), -1)
		if (last >= 0) await setLastReport(db, { ...of, key: readKey(values[last]) ?? '', at: now(services) })
	}
	const ids = [...results.values()].flatMap((result) => ('sessionId' in result ? (result.sessionId ?? []) : []))
	const sessions = await findSessionsById(db, ids)
	return values.map((value, place) => {
		const result = results.get(place) ?? { error: '' }
		const key = readKey(value)
		if ('error' in result) return { key, status: 'refused' as const, session: null, error: result.error }
		const session = 'sessionId' in result && result.sessionId ? sessions.get(result.sessionId) : undefined
		return { key, status: result.status, session: session ? toPlaySession(session) : null, error: null }
	})
}

/** Adds a program to its account, if it is new. Throws 409 if there are too many. */
export async function openClient(db: Db, of: ClientOf): Promise<void> {
	const isOpen = await inTransaction(db, async (tx) => {
		await lockPlayReports(tx, of.userId)
		return addClient(tx, of)
	})
	if (!isOpen) throw conflict(TOO_MANY_CLIENTS)
}

/** Returns the key of a report as it was sent; null if it has none. */
function readKey(value: unknown): string | null {
	const key = value !== null && typeof value === 'object' ? (value as { key?: unknown }).key : undefined
	return typeof key === 'string' ? key.trim().slice(0, PLAY_REPORT_LIMITS.key).toWellFormed() : null
}

/** Finds the games of reports by what is remembered of their program, and else by the catalog: null for one that is ignored. */
export async function findGames(
	db: Db,
	of: ClientOf,
	named: ReadonlyMap<string, ReportedGame>,
): Promise<Map<string, number | null>> {
	const remembered = await findClientGames(db, of, [...named.keys()])
	const isDecided = (key: string) => {
		const game = remembered.get(key)
		return game !== undefined && (game.game_id !== null || game.is_ignored)
	}
	const identified = await identifyGames(db, new Map([...named].filter(([key]) => !isDecided(key))))
	const decided = [...remembered].filter(([key]) => isDecided(key)).map(([key, { game_id }]) => [key, game_id] as const)
	return new Map([...identified, ...decided])
}

/** Counts the reports of known games and keeps the others. Returns those whose game was matched or ignored meanwhile. */
async function settle(services: Services, of: ClientOf, waiting: Waiting[], results: Results): Promise<Waiting[]> {
	const { db } = services
	const games = await findGames(db, of, new Map(waiting.map(({ gameKey, report }) => [gameKey, report.game])))
	const unmatched: Waiting[] = []
	for (const [gameId, group] of Map.groupBy(waiting, ({ gameKey }) => games.get(gameKey))) {
		if (gameId === null) for (const { place } of group) results.set(place, { status: 'known', sessionId: null })
		else if (gameId === undefined || !(await settleGame(services, { ...of, gameId }, group, results)))
			unmatched.push(...group)
	}
	if (unmatched.length === 0) return []
	const at = now(services)
	return inTransaction(db, async (tx) => {
		await lockPlayReports(tx, of.userId)
		const { kept, moved } = await keepUnmatched(tx, { ...of, at }, unmatched)
		for (const [place, result] of kept) results.set(place, result)
		return moved
	})
}

/** Counts the reports of a known game. Returns false if the game is gone. */
async function settleGame(
	services: Services,
	{ gameId: id, ...of }: ClientOf & { gameId: number },
	group: Waiting[],
	results: Results,
): Promise<boolean> {
	const at = now(services)
	const outcomes = await inTransaction(services.db, async (tx) => {
		await lockPlayReports(tx, of.userId)
		const [gameId] = await resolveMergedGames(tx, [id])
		if (gameId === undefined) return undefined
		// The running totals of a game are remembered with its name
		const totals = toNamedGames(group.filter(({ report }) => report.time.kind === 'total'))
		if (totals.length > 0) {
			const stored = await findClientGames(
				tx,
				of,
				totals.map(({ key }) => key),
			)
			const added = totals.filter(({ key }) => !stored.has(key)).length
			if (added > 0 && (await countKept(tx, of.userId)).names + added > PLAY_REPORT_LIMITS.rememberedGames)
				return group.map(() => ({ error: TOO_MANY_NAMES }))
			await putClientGames(tx, of, totals, { gameId, at })
		}
		const reports = group.map(({ gameKey, report }) => ({ ...report, gameKey }))
		return (await countReports(tx, { ...of, gameId, at }, reports)).map((outcome) =>
			'refusal' in outcome ? { error: outcome.refusal.error } : outcome,
		)
	})
	if (!outcomes) return false
	for (const [index, { place }] of group.entries()) {
		const outcome = outcomes[index]
		if (outcome) results.set(place, outcome)
	}
	return true
}

/** The games of reports, each once, with ids of their own. */
const toNamedGames = (group: readonly Waiting[]): NamedGame[] =>
	[...new Map(group.map(({ gameKey, report }) => [gameKey, report.game]))].map(([key, namedAs]) => ({
		id: uuidv7(),
		key,
		namedAs,
	}))

/** Keeps the reports of unknown games within the limits of their account. */
async function keepUnmatched(
	tx: Tx,
	{ at, ...of }: ClientOf & { at: string },
	waiting: readonly Waiting[],
): Promise<{ kept: Results; moved: Waiting[] }> {
	const kept: Results = new Map()
	const isLong = ({ report }: Waiting) => report.time.seconds >= PLAY_REPORT_LIMITS.secondsMin
	for (const { place } of waiting.filter((each) => !isLong(each))) kept.set(place, { status: 'known', sessionId: null })
	const named = toNamedGames(waiting.filter(isLong))
	const stored = await findClientGames(
		tx,
		of,
		named.map(({ key }) => key),
	)
	const isMoved = ({ gameKey }: Waiting) => {
		const game = stored.get(gameKey)
		return game !== undefined && (game.game_id !== null || game.is_ignored)
	}
	const moved = waiting.filter((each) => isLong(each) && isMoved(each))
	const open = await countUnmatchedGames(tx, of.userId)
	const { reports, names } = await countKept(tx, of.userId)
	let room = Math.min(PLAY_REPORT_LIMITS.unmatchedGames - open, PLAY_REPORT_LIMITS.rememberedGames - names)
	let roomForReports = PLAY_REPORT_LIMITS.unmatchedReports - reports
	const games = named.filter(({ key }) => stored.has(key) || room-- > 0)
	const ids = new Map(games.map(({ key, id }) => [key, stored.get(key)?.id ?? id]))
	const fitting: { clientGameId: string; report: CheckedReport }[] = []
	for (const each of waiting.filter((each) => isLong(each) && !isMoved(each))) {
		const clientGameId = ids.get(each.gameKey)
		const fits = clientGameId !== undefined && roomForReports-- > 0
		kept.set(each.place, fits ? { status: 'unmatched' } : { error: TOO_MANY_UNMATCHED })
		if (fits) fitting.push({ clientGameId, report: each.report })
	}
	const used = new Set(fitting.map(({ clientGameId }) => clientGameId))
	await putClientGames(
		tx,
		of,
		games.filter(({ key }) => used.has(ids.get(key) ?? '')),
		{ gameId: null, at },
	)
	await keepReports(tx, fitting)
	return { kept, moved }
}

/**
 * Stores for good which game a program means, and makes sessions of the reports that waited for it; null ignores the game and drops
 * them. Returns how many sessions there are now. Throws 404 for what is matched already and for an unknown game, and 400 where a
 * limit leaves no room: then everything stays as it is.
 */
export async function matchGame(
	services: Services,
	{ userId, id, gameId }: { userId: string; id: string; gameId: number | null },
): Promise<number> {
	const at = now(services)
	return inTransaction(services.db, async (tx) => {
		await lockPlayReports(tx, userId)
		const game = await findUnmatchedGame(tx, id, userId)
		if (!game) throw notFound(CLIENT_GAME_NOT_FOUND)
		const reports = await takeKeptReports(tx, id)
		if (gameId === null) {
			await decideClientGame(tx, id, null)
			return 0
		}
		const [current] = await resolveMergedGames(tx, [gameId])
		if (current === undefined) throw notFound(GAME_NOT_FOUND)
		await decideClientGame(tx, id, current)
		const outcomes = await countReports(
			tx,
			{ userId, client: game.client, gameId: current, at },
			reports.map((report) => ({ ...report, gameKey: game.key })),
		)
		for (const outcome of outcomes) if ('refusal' in outcome) throw new AppError(400, outcome.refusal)
		return outcomes.filter((outcome) => 'status' in outcome && outcome.status === 'created').length
	})
}

/** Remembers a game that a program says is being played and that is not known here, if there is room. */
export async function keepUnmatchedGame(
	tx: Tx,
	{ at, ...of }: ClientOf & { at: string },
	game: ReportedGame,
): Promise<void> {
	const key = toGameKey(game)
	const isThere = (await findClientGames(tx, of, [key])).has(key)
	const isFull =
		(await countUnmatchedGames(tx, of.userId)) >= PLAY_REPORT_LIMITS.unmatchedGames ||
		(await countKept(tx, of.userId)).names >= PLAY_REPORT_LIMITS.rememberedGames
	if (isThere || !isFull) await putClientGames(tx, of, [{ id: uuidv7(), key, namedAs: game }], { gameId: null, at })
}
