import type { Db } from '#server/db/tables.ts'
import { saveImportState, type ImportState, findImportState } from './queries-checkpoints.ts'
import { clearSeenRecords } from './queries-withdrawals.ts'
import { analyzeCatalog } from './queries-write-games.ts'
import { parseRecord, type GameFacts } from './record.ts'
import { type CatalogSource, type StartPosition, SourceError } from './source.ts'
import { withdrawMissingRecords } from './withdrawals.ts'
import { type BatchCounts, dryRunWriter, gameWriter } from './write-games.ts'

const PROGRESS_INTERVAL_MS = 1_000
/** A source that gives little at a time is stored at its checkpoints, when so much time has passed. */
const MAX_STORE_INTERVAL_MS = 5_000
/** Refusals after these are only counted. */
const MAX_REPORTED_REFUSALS = 100
const MIN_CHANGES_TO_ANALYZE = 500

export interface ImportCounts extends BatchCounts {
	refused: number
}

export interface ImportProgress extends ImportCounts {
	rowsPerSecond: number
	/** How much of the source has been read, 0 to 1; undefined where nobody knows. */
	fraction: number | undefined
}

export interface Refusal {
	position: string
	reason: string
}

export interface ImportReport extends ImportCounts {
	/** The first 100 records that were refused. */
	refusals: Refusal[]
	/** Records that the source no longer has; `believed` is false when they were too many to be true, and nothing was done. */
	withdrawn: { withdrawn: number; believed: boolean } | undefined
	/** Why the source ended before its end: it broke, or the import was stopped. What was counted is stored. */
	endedEarly: string | undefined
	ms: number
}

export interface ImportOptions {
	clock: () => number
	/** Stops the import after the batch that is being written. */
	signal?: AbortSignal
	/** Called every second. */
	onProgress?: (progress: ImportProgress) => void
	/** Told when the import goes on from where an earlier one ended, and since when changes are read. */
	onStart?: (from: StartPosition) => void
	/** How many games are written at once. On the embedded database everyone else waits for a batch, and it is held in memory twice. */
	batchRows?: number
	/** Reads only what has changed since the last reading that reached its end, where there is one. */
	refresh?: boolean
	/** Begins anew where an earlier import did not reach its end. */
	fromStart?: boolean
	/** Counts what would be done, and stores nothing. */
	dryRun?: boolean
}

/**
 * Adds and updates the games of a source; running it again changes nothing. Batches are stored whole, each with the point
 * from which reading can go on, so it can be stopped, or killed, at any time and run again.
 */
export async function importCatalog(db: Db, source: CatalogSource, options: ImportOptions): Promise<ImportReport> {
	const { clock, signal = new AbortController().signal, onProgress, batchRows = 1_000, dryRun = false } = options
	const started = performance.now()
	const report: ImportReport = {
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
	const reading = resumeOrStart(await findImportState(db, source.name), options)
	const from: StartPosition = {
		...(reading.checkpoint === null ? {} : { checkpoint: reading.checkpoint }),
		...(reading.since === null ? {} : { since: reading.since }),
	}
	options.onStart?.(from)
	const tracksSeenRecords = source.isComplete === true && reading.since === null && !dryRun
	if (tracksSeenRecords && reading.checkpoint === null) await clearSeenRecords(db, source.name)

	const write = dryRun ? dryRunWriter(db, source.name) : gameWriter(db, source.name, clock, { tracksSeenRecords: tracksSeenRecords })
	const positions = new Map<string, string>()
	const year = new Date(clock()).getUTCFullYear()
	let batch: GameFacts[] = []
	let stored = { at: performance.now(), checkpoint: reading.checkpoint }
	let checkpoint = reading.checkpoint
	// What was there but could not be used has not been withdrawn
	const refusedIds: string[] = []
	let isAllKnown = true

	const refuse = (refusal: Refusal, record?: unknown) => {
		const { sourceId } = (record ?? {}) as { sourceId?: unknown }
		if (typeof sourceId === 'string') refusedIds.push(sourceId)
		else isAllKnown = false
		report.refused++
		if (report.refusals.length < MAX_REPORTED_REFUSALS) report.refusals.push(refusal)
	}
	const store = async () => {
		if (batch.length === 0 && checkpoint === stored.checkpoint) return
		const counts = await write(batch, (transaction) =>
			saveImportState(transaction, source.name, { ...reading, checkpoint }),
		)
		for (const name of ['added', 'joined', 'changed', 'unchanged', 'unsure'] as const) report[name] += counts[name]
		stored = { at: performance.now(), checkpoint }
		batch = []
	}
	let expected: number | undefined
	const progress = () => {
		const { added, joined, changed, unchanged, unsure, refused } = report
		const rows = added + joined + changed + unchanged
		onProgress?.({
			added,
			joined,
			changed,
			unchanged,
			unsure,
			refused,
			rowsPerSecond: Math.round(rows / ((performance.now() - started) / 1000)),
			fraction: source.getProgress?.() ?? (expected ? Math.min(1, (rows + refused) / expected) : undefined),
		})
	}
	const ticking = onProgress ? setInterval(progress, PROGRESS_INTERVAL_MS) : undefined
	try {
		expected = await source.estimateTotal?.(from, signal)
		for await (const entry of source.entries(from, signal)) {
			if (signal.aborted) break
			if ('checkpoint' in entry) {
				checkpoint = entry.checkpoint
				// What comes after may hold a record again that has changed meanwhile
				positions.clear()
				if (performance.now() - stored.at > MAX_STORE_INTERVAL_MS) await store()
				continue
			}
			if ('reason' in entry) {
				refuse(entry)
				continue
			}
			const facts = parseRecord(entry.record, year)
			if ('reason' in facts) {
				refuse({ position: entry.place, reason: facts.reason }, entry.record)
				continue
			}
			const earlier = positions.get(facts.sourceId)
			if (earlier !== undefined) {
				const reason = `The sourceId ${JSON.stringify(facts.sourceId)} is that of ${earlier}`
				refuse({ position: entry.place, reason }, entry.record)
				continue
			}
			positions.set(facts.sourceId, entry.place)
			batch.push(facts)
			if (batch.length >= batchRows) await store()
		}
	} catch (error) {
		if (!(error instanceof SourceError) && !signal.aborted) throw error
		if (error instanceof SourceError) report.endedEarly = error.message
	} finally {
		clearInterval(ticking)
	}
	if (signal.aborted) report.endedEarly = 'The import was stopped'
	else await store()
	if (report.endedEarly === undefined && !dryRun) {
		if (tracksSeenRecords && isAllKnown) report.withdrawn = await withdrawMissingRecords(db, source.name, refusedIds)
		await saveImportState(db, source.name, { startedAt: null, checkpoint: null, since: null, lastCompletedRunStart: reading.startedAt })
		if (tracksSeenRecords) await clearSeenRecords(db, source.name)
	}
	if (!dryRun && report.added + report.changed >= MIN_CHANGES_TO_ANALYZE) await analyzeCatalog(db)
	report.ms = Math.round(performance.now() - started)
	return report
}

/** Where this reading begins: where an unfinished one of its kind ended, or anew. */
function resumeOrStart(kept: ImportState, { clock, refresh = false, fromStart = false }: ImportOptions): ImportState {
	const isUnfinished = kept.startedAt !== null && kept.checkpoint !== null && !fromStart
	// What has changed can be asked for only once everything has been read
	if (isUnfinished && (kept.since === null || refresh)) return kept
	return {
		startedAt: new Date(clock()).toISOString(),
		checkpoint: null,
		since: refresh ? kept.lastCompletedRunStart : null,
		lastCompletedRunStart: kept.lastCompletedRunStart,
	}
}
