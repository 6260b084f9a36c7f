import { LIMITS } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isBlocked } from '#server/features/moderation/blocked-words.ts'
import type { Services } from '#server/services.ts'
import { toStatus } from './meanings.ts'
import { planRow } from './plan.ts'
import { PlayPlan } from './plan-plays.ts'
import { PlannedRow } from './planned-row.ts'
import { type ImportRecord, lockImport, refreshCounts, updateImport } from './queries.ts'
import {
	countOfAccount,
	findImportKeys,
	type LibraryGame,
	loadLibraryGames,
	lockLibraryGames,
	toKey,
} from './queries-library.ts'
import { findTakenRows, type RowResult, saveResults, type TakenRow } from './queries-rows.ts'
import { beQuiet, WrittenMeanwhile, writeLibraryGames } from './queries-write-library.ts'

/** Each transaction locks the counts of this many games at most, for a moment. */
const ROWS_PER_BATCH = 100
const PREVIEWED_PER_BATCH = 200
const MAX_ATTEMPTS = 5

/** Compares the next rows with the library. Returns false if all are, and then the preview is ready. */
export async function previewNextRows(services: Services, run: ImportRecord): Promise<boolean> {
	const { db } = services
	const rows = await findTakenRows(db, run.id, { after: run.position, limit: PREVIEWED_PER_BATCH })
	const results = await previewRows(services, run, rows)
	return inTransaction(db, async (tx: Tx) => {
		if (!(await lockImport(tx, run.id, 'matching', run.position))) return true
		await saveResults(tx, run.id, results)
		const last = rows.at(-1)
		if (last) await updateImport(tx, run.id, { position: last.row, failures: 0 })
		else {
			await refreshCounts(tx, run.id)
			await updateImport(tx, run.id, { state: 'preview', position: 0 })
		}
		return last !== undefined
	})
}

/** Returns what would come of rows. */
export async function previewRows(
	services: Services,
	run: ImportRecord,
	rows: readonly TakenRow[],
): Promise<RowResult[]> {
	const { results } = await planRows(services.db, services, { ...run, conflicts: 'mine', reviews: 'publish' }, rows)
	return results
}

/**
 * Writes the next rows into the library, with their journal and the progress, in one transaction. Returns false if all are written, or
 * if the import has been stopped.
 */
export async function applyNextRows(services: Services, run: ImportRecord): Promise<boolean> {
	const { db } = services
	for (let attempt = 1; ; attempt++) {
		try {
			return await inTransaction(db, (tx) => applyRows(tx, services, run))
		} catch (error) {
			if (!(error instanceof WrittenMeanwhile) || attempt === MAX_ATTEMPTS) throw error
		}
	}
}

async function applyRows(tx: Tx, services: Services, run: ImportRecord): Promise<boolean> {
	if (!(await lockImport(tx, run.id, 'applying', run.position))) return true
	const rows = await findTakenRows(tx, run.id, { after: run.position, limit: ROWS_PER_BATCH })
	const last = rows.at(-1)
	if (!last) return false
	await beQuiet(tx)
	const userId = run.user_id
	await lockLibraryGames(tx, userId, [...new Set(rows.map(({ game_id }) => game_id))])
	const { games, results } = await planRows(tx, services, run, rows)
	const written = { userId, source: run.source, importId: run.id, batch: run.position + 1 }
	await writeLibraryGames(tx, { ...written, games })
	await saveResults(tx, run.id, results)
	await updateImport(tx, run.id, { position: last.row, failures: 0 })
	return true
}

/** Plans rows in their order, each after what the earlier ones would change. */
async function planRows(
	db: Db,
	services: Services,
	run: ImportRecord,
	rows: readonly TakenRow[],
): Promise<{ games: LibraryGame[]; results: RowResult[] }> {
	if (rows.length === 0) return { games: [], results: [] }
	const { user_id: userId, source } = run
	const gameIds = [...new Set(rows.map(({ game_id }) => game_id))]
	const games = await loadLibraryGames(db, { userId, importId: run.id, gameIds, conflicts: run.conflicts })
	const keys = await findImportKeys(
		db,
		userId,
		rows.flatMap((row) => listKeys(row, source)),
	)
	const account = await countOfAccount(db, userId)
	const isTextBlocked = await findBlockedTexts(db, rows)
	const results = rows.map(({ row, game_id, item }): RowResult => {
		const game = games.get(game_id)
		if (!game) return { row, effect: 'leave', errors: item.errors }
		const isNew = game.entry === null
		const hadDraft = game.draft !== null
		const planned = new PlannedRow(item, game, {
			...{ source, conflicts: run.conflicts, reviews: run.reviews, nowMs: services.clock(), keys },
			toSitePlatform: services.toSitePlatform,
			...toStatus(item, run.meanings),
			hasRoom: account.games < LIMITS.gamesPerLibrary,
			hasDraftRoom: account.drafts < LIMITS.draftsPerAccount,
			isBlocked: (text) => isTextBlocked.has(text),
		})
		const { effect, errors } = planRow(planned, new PlayPlan(planned))
		if (isNew && game.entry) account.games++
		if (!hadDraft && game.draft) account.drafts++
		return { row, effect, errors: [...item.errors, ...errors].slice(0, 20) }
	})
	return { games: [...games.values()], results }
}

function listKeys({ game_id, item }: TakenRow, source: string): string[] {
	const ofKind = (kind: 'play' | 'session', keys: readonly (string | null | undefined)[]) =>
		keys.flatMap((key) => (key == null ? [] : toKey(kind, source, game_id, key)))
	return [
		...ofKind(
			'play',
			item.plays.map(({ key }) => key),
		),
		...ofKind(
			'play',
			item.sessions.map(({ playKey }) => playKey),
		),
		...ofKind(
			'session',
			item.sessions.map(({ key }) => key),
		),
	]
}

/** Returns the reviews that have a blocked word. */
async function findBlockedTexts(db: Db, rows: readonly TakenRow[]): Promise<Set<string>> {
	const texts = rows.flatMap(({ item }) => item.review?.text.trim() ?? [])
	const blocked = new Set<string>()
	if (texts.length === 0 || !(await isBlocked(db, texts))) return blocked
	for (const text of texts) if (await isBlocked(db, [text])) blocked.add(text)
	return blocked
}
