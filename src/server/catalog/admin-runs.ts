import type { FastifyBaseLogger } from 'fastify'
import type { ImportSource } from '#contract/admin-catalog.ts'
import { now } from '#server/clock.ts'
import type { CatalogRunProgress } from '#server/db/column-types.ts'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { Services } from '#server/services.ts'
import { createBuiltinSource } from './builtin.ts'
import { type ImportCounts, type ImportReport, importCatalog } from './import.ts'
import { releaseImportLock, tryAcquireImportLock } from './queries-locks.ts'
import {
	countFailure,
	deleteOldRuns,
	endRun,
	findOpenRun,
	markRunning,
	type OpenRun,
	saveProgress,
} from './queries-runs.ts'
import type { CatalogSource } from './source.ts'
import { SOURCES } from './sources.ts'

// On the only connection a batch blocks everyone else, for a tenth of a second
const SMALL_BATCH_ROWS = 50
const MAX_FAILURES = 3
const COUNTS = ['added', 'joined', 'changed', 'unchanged', 'unsure', 'refused'] as const

/** Returns whether the settings name what a source needs. */
export function isConfigured(source: ImportSource, { igdb, wikidata }: Services['config']): boolean {
	if (source === 'igdb') return igdb !== undefined
	return source === 'builtin' || wikidata.contact.length > 0
}

/**
 * Does the import that an admin has started, or continues it after a restart. Ends early when the process is stopping. While
 * the command line imports, it waits for a later run.
 */
export async function continueImport(
	services: Services,
	log: FastifyBaseLogger,
	stopping?: AbortSignal,
): Promise<void> {
	const { db } = services
	const run = await findOpenRun(db)
	if (!run) return
	if (run.cancelled_at !== null) {
		await endRun(db, run.id, { state: 'cancelled', error: null, at: now(services) })
		return
	}
	try {
		await withImportConnection(services, (connection) => doImport(services, connection, run, log, stopping))
	} catch (error) {
		if (!stopping?.aborted && (await countFailure(db, run.id)) >= MAX_FAILURES)
			await endRun(db, run.id, {
				state: 'failed',
				error: 'The import failed three times. The log of the site says why.',
				at: now(services),
			})
		throw error
	}
	await deleteOldRuns(db)
}

/**
 * Runs `work` unless the command line holds the import lock. With a single connection nothing may hold it: requests would
 * wait for the end of the import.
 */
async function withImportConnection(
	{ config, backgroundDb }: Services,
	work: (connection: Db) => Promise<void>,
): Promise<void> {
	if (config.databaseConnections === 1) return work(backgroundDb)
	await withoutStatementTimeout(backgroundDb, async (connection) => {
		if (!(await tryAcquireImportLock(connection))) return
		try {
			await work(connection)
		} finally {
			// A lost connection has released the lock already
			await releaseImportLock(connection).catch(() => undefined)
		}
	})
}

async function doImport(
	services: Services,
	connection: Db,
	run: OpenRun,
	log: FastifyBaseLogger,
	stopping: AbortSignal | undefined,
): Promise<void> {
	const { db, config, clock } = services
	const cancelling = new AbortController()
	const signal = AbortSignal.any([cancelling.signal, ...(stopping ? [stopping] : [])])
	await markRunning(db, run.id, now(services))
	const toProgress = addUp(run.progress)
	let saving: Promise<void> | undefined
	const save = (progress: CatalogRunProgress) => {
		saving ??= saveProgress(db, run.id, progress)
			.then((goesOn) => {
				if (!goesOn) cancelling.abort()
			})
			// The import itself fails as well then, or the next second succeeds
			.catch(() => {})
			.finally(() => {
				saving = undefined
			})
	}
	const report = await importCatalog(connection, createSource(run.source, services, log), {
		clock,
		signal,
		refresh: run.refresh,
		fromStart: run.from_start && run.started_at === null,
		onProgress: ({ fraction, ...counts }) => save(toProgress(counts, fraction)),
		...(config.databaseConnections === 1 ? { batchRows: SMALL_BATCH_ROWS } : {}),
	})
	await saving
	await saveProgress(db, run.id, { ...toProgress(report, undefined), ...describeReport(run.progress, report) })
	// Continued after the restart, unless it came to its end
	if (stopping?.aborted && !cancelling.signal.aborted && report.endedEarly !== undefined) return
	const state = cancelling.signal.aborted ? 'cancelled' : report.endedEarly === undefined ? 'done' : 'failed'
	const error = state === 'failed' ? `${report.endedEarly}.` : null
	await endRun(db, run.id, { state, error, at: now(services) })
}

function createSource(source: ImportSource, { config }: Services, log: FastifyBaseLogger): CatalogSource {
	if (source === 'builtin') return createBuiltinSource()
	const create = SOURCES[source]
	if (!create) throw new Error(`There is no source ${source}`)
	return create(config, (sentence) => log.info({ source }, sentence))
}

/** Returns a function that adds what was counted before a restart to the counts since. */
function addUp(before: CatalogRunProgress) {
	return (counts: ImportCounts, fraction: number | undefined): CatalogRunProgress => ({
		...before,
		...Object.fromEntries(COUNTS.map((name) => [name, (before[name] ?? 0) + counts[name]])),
		fraction: fraction ?? before.fraction ?? null,
	})
}

function describeReport(before: CatalogRunProgress, { refusals, withdrawn }: ImportReport): CatalogRunProgress {
	return {
		refusals: [...(before.refusals ?? []), ...refusals.map(({ position, reason }) => ({ position, reason }))].slice(
			0,
			100,
		),
		...(withdrawn?.isPlausible ? { withdrawn: (before.withdrawn ?? 0) + withdrawn.count } : {}),
	}
}
