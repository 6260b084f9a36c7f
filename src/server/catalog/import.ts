import type { Db } from '#server/db/tables.ts'
import { createEntryValidator, type Refusal } from './entry-validator.ts'
import { findImportState, type ImportState, saveImportState } from './queries-checkpoints.ts'
import { clearSeenRecords } from './queries-withdrawals.ts'
import { analyzeCatalog } from './queries-write-games.ts'
import type { GameFacts } from './record.ts'
import { type CatalogSource, SourceError, type StartPosition } from './source.ts'
import { type Withdrawal, withdrawMissingRecords } from './withdrawals.ts'
import { type BatchCounts, dryRunWriter, gameWriter } from './write-games.ts'

const PROGRESS_INTERVAL_MS = 1_000
/** A slow source is stored at its first checkpoint after this time, even if the batch is not full. */
const MAX_STORE_INTERVAL_MS = 5_000
const DEFAULT_BATCH_ROWS = 1_000
const MIN_CHANGES_TO_ANALYZE = 500

export interface ImportCounts extends BatchCounts {
	refused: number
}

export interface ImportProgress extends ImportCounts {
	rowsPerSecond: number
	/** The fraction of the source that has been read, 0 to 1; undefined if unknown. */
	fraction: number | undefined
}

export interface ImportReport extends ImportCounts {
	/** The first 100 records that were refused. */
	refusals: Refusal[]
	/** Records that are missing at the source; undefined if the run could not tell. */
	withdrawn: Withdrawal | undefined
	/** Why not everything was read: the source failed, or the import was stopped. Everything counted is stored. */
	endedEarly: string | undefined
	ms: number
}

export interface ImportOptions {
	clock: () => number
	/** Stops the import after the current batch. */
	signal?: AbortSignal
	/** Called every second. */
	onProgress?: (progress: ImportProgress) => void
	/** Called once with the checkpoint from which the import resumes and the start of the time range, if any. */
	onStart?: (from: StartPosition) => void
	/** Games per transaction. */
	batchRows?: number
	/** Reads only what has changed since the last complete run, if there is one. */
	refresh?: boolean
	/** Starts over instead of resuming an unfinished import. */
	fromStart?: boolean
	/** Counts what would change, and stores nothing. */
	dryRun?: boolean
}

/**
 * Adds and updates the games of a source. Idempotent. Each batch is stored in one transaction together with the
 * checkpoint that it reached, so an import can be stopped or killed at any time and run again.
 */
export async function importCatalog(db: Db, source: CatalogSource, options: ImportOptions): Promise<ImportReport> {
	const { clock, signal = new AbortController().signal, batchRows = DEFAULT_BATCH_ROWS, dryRun = false } = options
	const startedAt = performance.now()
	const report = createReport()
	const state = resumeOrStart(await findImportState(db, source.name), options)
	const from: StartPosition = {
		...(state.checkpoint === null ? {} : { checkpoint: state.checkpoint }),
		...(state.since === null ? {} : { since: state.since }),
	}
	options.onStart?.(from)
	const tracksSeenRecords = source.isComplete === true && state.since === null && !dryRun
	if (tracksSeenRecords && state.checkpoint === null) await clearSeenRecords(db, source.name)

	const write = dryRun ? dryRunWriter(db, source.name) : gameWriter(db, source.name, clock, { tracksSeenRecords })
	const batch = createBatch(report, state.checkpoint, (games, checkpoint) =>
		write(games, (transaction) => saveImportState(transaction, source.name, { ...state, checkpoint })),
	)
	const validator = createEntryValidator(report, new Date(clock()).getUTCFullYear())
	let expectedEntries: number | undefined
	const stopProgress = startProgress(
		report,
		startedAt,
		options.onProgress,
		(entriesRead) =>
			source.getProgress?.() ?? (expectedEntries ? Math.min(1, entriesRead / expectedEntries) : undefined),
	)
	try {
		expectedEntries = await source.estimateTotal?.(from, signal)
		for await (const entry of source.entries(from, signal)) {
			if (signal.aborted) break
			if ('checkpoint' in entry) {
				validator.resetPositions()
				await batch.setCheckpoint(entry.checkpoint)
				continue
			}
			const facts = validator.validate(entry)
			if (facts && batch.add(facts) >= batchRows) await batch.store()
		}
	} catch (error) {
		if (!(error instanceof SourceError) && !signal.aborted) throw error
		if (error instanceof SourceError) report.endedEarly = error.message
	} finally {
		stopProgress()
	}
	if (signal.aborted) report.endedEarly = 'The import was stopped'
	else await batch.store()
	if (report.endedEarly === undefined && !dryRun) {
		if (tracksSeenRecords && !validator.hasUnidentifiedRefusals())
			report.withdrawn = await withdrawMissingRecords(db, source.name, validator.refusedIds)
		await saveImportState(db, source.name, {
			startedAt: null,
			checkpoint: null,
			since: null,
			lastCompletedRunStart: state.startedAt,
		})
		if (tracksSeenRecords) await clearSeenRecords(db, source.name)
	}
	if (!dryRun && report.added + report.changed >= MIN_CHANGES_TO_ANALYZE) await analyzeCatalog(db)
	report.ms = Math.round(performance.now() - startedAt)
	return report
}

function createReport(): ImportReport {
	return {
		added: 0,
		joined: 0,
		changed: 0,
		unchanged: 0,
		unsure: 0,
		refused: 0,
		refusals: [],
		withdrawn: undefined,
		endedEarly: undefined,
		ms: 0,
	}
}

/** Collects records until they are stored together, and adds the results to `counts`. */
function createBatch(
	counts: BatchCounts,
	initialCheckpoint: string | null,
	write: (games: readonly GameFacts[], checkpoint: string | null) => Promise<BatchCounts>,
) {
	let games: GameFacts[] = []
	let checkpoint = initialCheckpoint
	let stored = { at: performance.now(), checkpoint }

	async function store(): Promise<void> {
		if (games.length === 0 && checkpoint === stored.checkpoint) return
		const added = await write(games, checkpoint)
		for (const name of ['added', 'joined', 'changed', 'unchanged', 'unsure'] as const) counts[name] += added[name]
		stored = { at: performance.now(), checkpoint }
		games = []
	}

	return {
		store,
		/** Adds a record; returns the number of records in the batch. */
		add: (facts: GameFacts) => games.push(facts),
		/** Stores the batch if the last write was more than five seconds ago. */
		async setCheckpoint(reached: string): Promise<void> {
			checkpoint = reached
			if (performance.now() - stored.at > MAX_STORE_INTERVAL_MS) await store()
		},
	}
}

/** Calls `onProgress` every second until the returned function is called. */
function startProgress(
	counts: ImportCounts,
	startedAt: number,
	onProgress: ImportOptions['onProgress'],
	getFraction: (entriesRead: number) => number | undefined,
): () => void {
	if (!onProgress) return () => undefined
	const timer = setInterval(() => {
		const { added, joined, changed, unchanged, unsure, refused } = counts
		const rows = added + joined + changed + unchanged
		onProgress({
			added,
			joined,
			changed,
			unchanged,
			unsure,
			refused,
			rowsPerSecond: Math.round(rows / ((performance.now() - startedAt) / 1000)),
			fraction: getFraction(rows + refused),
		})
	}, PROGRESS_INTERVAL_MS)
	return () => clearInterval(timer)
}

/** Returns the state to continue with: that of an unfinished run of the same kind, or a new one. */
function resumeOrStart(stored: ImportState, { clock, refresh = false, fromStart = false }: ImportOptions): ImportState {
	const isUnfinished = stored.startedAt !== null && stored.checkpoint !== null && !fromStart
	// A refresh first completes an unfinished full import; an import does not continue an unfinished refresh
	if (isUnfinished && (stored.since === null || refresh)) return stored
	return {
		startedAt: new Date(clock()).toISOString(),
		checkpoint: null,
		since: refresh ? stored.lastCompletedRunStart : null,
		lastCompletedRunStart: stored.lastCompletedRunStart,
	}
}
