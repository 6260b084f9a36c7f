import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { LIMITS } from '#contract/limits.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { Services } from '#server/services.ts'
import { applyNextLists } from './apply-lists.ts'
import { applyNextRows, previewNextRows } from './apply-rows.ts'
import { fetchNextGame, isFetching } from './fetch-missing.ts'
import { describeDone } from './import-response.ts'
import { matchNextRows } from './match-rows.ts'
import {
	countFailure,
	deleteFile,
	findRunning,
	type ImportRecord,
	listRunning,
	lockImport,
	notifyOfImport,
	refreshCounts,
	updateImport,
} from './queries.ts'
import { addFavorites } from './queries-lists.ts'
import { findFavoriteGames, findLastRow } from './queries-rows.ts'
import { undoLastBatch } from './queries-undo.ts'
import { beQuiet } from './queries-write-library.ts'
import { readImport } from './read-rows.ts'
import { FileProblem } from './sources/source.ts'
import { isAskingSteam } from './steam-profile.ts'

const AT_ONCE = 2
const MAX_LISTED = 50
const MAX_FAILURES = 3
/** Leaves the processor to requests between two transactions. */
const PAUSE_MS = 2
const DAY_MS = 24 * 60 * 60 * 1000
const FAILED_THREE_TIMES = 'The import failed three times. The log of the site says why.'

/** Works on imports until none is left, a few at once. Ends early when the process is stopping; another run continues. */
export async function continueOwnImports(
	services: Services,
	log: FastifyBaseLogger,
	stopping?: AbortSignal,
): Promise<void> {
	const busy = new Set<string>()
	let isSomeoneAsked = false
	const work = async () => {
		for (;;) {
			if (stopping?.aborted) return
			const open = (await listRunning(services.db, MAX_LISTED)).filter(({ id }) => !busy.has(id))
			// Servers elsewhere may let one wait for minutes, in which the others go on
			const run = open.find((one) => !isAsking(one) || !isSomeoneAsked)
			if (!run) return
			const asks = isAsking(run)
			isSomeoneAsked ||= asks
			busy.add(run.id)
			try {
				// What is done for 20,000 rows at once can take longer than a request may
				await withoutStatementTimeout(services.backgroundDb, (db) =>
					continueImport({ ...services, db }, run, log, stopping),
				)
			} finally {
				busy.delete(run.id)
				if (asks) isSomeoneAsked = false
			}
		}
	}
	await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Whether an import waits for a server elsewhere. */
const isAsking = (run: ImportRecord) => isAskingSteam(run) || isFetching(run)

/** Works on an import until it waits for its owner. */
async function continueImport(
	services: Services,
	{ id }: ImportRecord,
	log: FastifyBaseLogger,
	stopping?: AbortSignal,
): Promise<void> {
	while (!stopping?.aborted) {
		const run = await findRunning(services.db, id)
		if (!run) return
		try {
			await doNextStep(services, run, stopping)
		} catch (error) {
			if (stopping?.aborted) return
			if (error instanceof FileProblem) await fail(services, run, error.message)
			else if ((await countFailure(services.db, id)) >= MAX_FAILURES) {
				log.error({ err: error, import: id }, 'an import failed')
				await fail(services, run, FAILED_THREE_TIMES)
			} else throw error
		}
		await sleep(PAUSE_MS)
	}
}

async function doNextStep(services: Services, run: ImportRecord, stopping?: AbortSignal): Promise<void> {
	switch (run.state) {
		case 'reading':
			return readImport(services, run, stopping)
		case 'matching':
			if (isFetching(run)) await fetchNextGame(services, run)
			else await (run.is_matched ? previewNextRows(services, run) : matchNextRows(services, run))
			return
		case 'applying':
			return applyNext(services, run)
		default:
			return undoNext(services, run)
	}
}

/** What an import has written so far can be taken back, so it is stopped instead. */
async function fail({ db }: Services, run: ImportRecord, error: string): Promise<void> {
	await inTransaction(db, async (tx) => {
		if (!(await lockImport(tx, run.id, run.state))) return
		await deleteFile(tx, run.id)
		const state = run.state === 'applying' || run.state === 'undoing' ? 'stopped' : 'failed'
		await updateImport(tx, run.id, { state, error, failures: 0 })
	})
}

async function applyNext(services: Services, run: ImportRecord): Promise<void> {
	const { db } = services
	const lastRow = await findLastRow(db, run.id)
	if (run.position < lastRow && (await applyNextRows(services, run))) return
	// The rows may end with some that are not written
	const position = Math.max(run.position, lastRow)
	if (position > run.position) {
		await inTransaction(db, async (tx) => {
			if (await lockImport(tx, run.id, 'applying', run.position)) await updateImport(tx, run.id, { position })
		})
		return
	}
	if (await applyNextLists(services, run, lastRow)) return
	await inTransaction(db, async (tx) => {
		if (!(await lockImport(tx, run.id, 'applying', run.position))) return
		const at = now(services)
		await beQuiet(tx)
		const gameIds = await findFavoriteGames(tx, run.id, LIMITS.favorites)
		if (gameIds.length > 0)
			await addFavorites(tx, { importId: run.id, batch: run.position + 1, userId: run.user_id, gameIds })
		await refreshCounts(tx, run.id)
		await deleteFile(tx, run.id)
		const undoUntil = new Date(services.clock() + IMPORT_LIMITS.undoDays * DAY_MS).toISOString()
		await updateImport(tx, run.id, {
			state: 'applied',
			position: 0,
			appliedAt: at,
			undoUntil,
			error: null,
			failures: 0,
		})
		const done = await lockImport(tx, run.id, 'applied')
		if (done) await notifyOfImport(tx, { userId: run.user_id, importId: run.id, text: describeDone(done), at })
	})
}

function undoNext(services: Services, run: ImportRecord): Promise<void> {
	return inTransaction(services.db, async (tx) => {
		if (!(await lockImport(tx, run.id, 'undoing', run.position))) return
		await beQuiet(tx)
		const goesOn = await undoLastBatch(tx, { importId: run.id, userId: run.user_id })
		await updateImport(
			tx,
			run.id,
			goesOn
				? { position: run.position + 1, failures: 0 }
				: { state: 'undone', position: 0, undoUntil: null, error: null, failures: 0 },
		)
	})
}
