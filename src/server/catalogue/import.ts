import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { factsOf, type GameFacts } from './record.ts'
import { type CatalogueSource, SourceBroken } from './source.ts'
import { gameWriter } from './write-games.ts'

const PROGRESS_MS = 1_000
/** Refusals after these are only counted. */
const TOLD = 100
const WORTH_ANALYSING = 500

export interface ImportCounts {
	added: number
	changed: number
	unchanged: number
	refused: number
}

export interface ImportProgress extends ImportCounts {
	rowsPerSecond: number
}

export interface Refusal {
	place: string
	reason: string
}

export interface ImportReport extends ImportCounts {
	/** The first 100 records that were refused. */
	refusals: Refusal[]
	/** Why the source ended before its end: it broke, or the import was stopped. What was counted is stored. */
	endedEarly: string | undefined
	ms: number
}

interface ImportOptions {
	clock: () => number
	/** Stops the import after the batch that is being written. */
	signal?: AbortSignal
	/** Called every second. */
	onProgress?: (progress: ImportProgress) => void
	/** How many games are written at once. On the embedded database everyone else waits for a batch, and it is held in memory twice. */
	batchRows?: number
	/** Changes the checked facts of each game before they are stored. */
	complete?: (game: GameFacts) => GameFacts
}

/**
 * Adds and updates the games of a source; running it again changes nothing. Batches are stored whole, so it can be
 * stopped, or killed, at any time and run again.
 */
export async function importCatalogue(
	db: Kysely<Tables>,
	source: CatalogueSource,
	options: ImportOptions,
): Promise<ImportReport> {
	const { clock, signal, onProgress, batchRows = 1_000, complete = (game) => game } = options
	const started = performance.now()
	const report: ImportReport = {
		added: 0,
		changed: 0,
		unchanged: 0,
		refused: 0,
		refusals: [],
		endedEarly: undefined,
		ms: 0,
	}
	const write = gameWriter(db, source.name, clock)
	const places = new Map<string, string>()
	const year = new Date(clock()).getUTCFullYear()
	let batch: GameFacts[] = []

	const refuse = (refusal: Refusal) => {
		report.refused++
		if (report.refusals.length < TOLD) report.refusals.push(refusal)
	}
	const store = async () => {
		if (batch.length === 0) return
		const { added, changed } = await write(batch)
		report.added += added
		report.changed += changed
		report.unchanged += batch.length - added - changed
		batch = []
	}
	const progress = () => {
		const { added, changed, unchanged, refused } = report
		const seconds = (performance.now() - started) / 1000
		onProgress?.({
			added,
			changed,
			unchanged,
			refused,
			rowsPerSecond: Math.round((added + changed + unchanged) / seconds),
		})
	}
	const ticking = onProgress ? setInterval(progress, PROGRESS_MS) : undefined
	try {
		for await (const entry of source.entries()) {
			if (signal?.aborted) break
			if ('reason' in entry) {
				refuse(entry)
				continue
			}
			const facts = factsOf(entry.record, year)
			if ('reason' in facts) {
				refuse({ place: entry.place, reason: facts.reason })
				continue
			}
			const earlier = places.get(facts.sourceId)
			if (earlier !== undefined) {
				refuse({ place: entry.place, reason: `The sourceId ${JSON.stringify(facts.sourceId)} is that of ${earlier}` })
				continue
			}
			places.set(facts.sourceId, entry.place)
			batch.push(complete(facts))
			if (batch.length >= batchRows) await store()
		}
	} catch (error) {
		if (!(error instanceof SourceBroken)) throw error
		report.endedEarly = error.message
	} finally {
		clearInterval(ticking)
	}
	if (signal?.aborted) report.endedEarly = 'The import was stopped'
	else await store()
	if (report.added + report.changed >= WORTH_ANALYSING) await analyse(db)
	report.ms = Math.round(performance.now() - started)
	return report
}

/** Tells the planner what there is now: the embedded database never finds out by itself. */
async function analyse(db: Kysely<Tables>): Promise<void> {
	for (const table of ['games', 'game_search', 'game_word_slips']) await sql`analyze ${sql.table(table)}`.execute(db)
}
