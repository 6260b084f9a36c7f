import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { FILE_PROBLEMS } from '#contract/import-problems.ts'
import { IMPORT_TOO_LARGE } from '#contract/imports.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Services } from '#server/services.ts'
import { cleanItem } from './clean-item.ts'
import {
	deleteFile,
	type ImportRecord,
	lockImport,
	readFilePieces,
	refreshCounts,
	refreshWords,
	updateImport,
} from './queries.ts'
import { addLists, addRows, deleteRows, type ReadRow } from './queries-rows.ts'
import { findSource } from './sources/all.ts'
import { openImportFiles } from './sources/files.ts'
import { FileProblem, type ImportedItem, type ImportedList, type ImportSource } from './sources/source.ts'
import { fetchProfile, isAskingSteam } from './steam-profile.ts'

const ROWS_PER_BATCH = 200
const MAX_LISTS = 1_000
/** For files that do not state a status: it stands for all of their rows. */
export const NO_WORD = ''

/**
 * Reads the rows of an import from its file, from the start: what an earlier attempt has read is read again. Throws `FileProblem` for a file
 * that cannot be read.
 */
export async function readImport(services: Services, run: ImportRecord, stopping?: AbortSignal): Promise<void> {
	const { db, config } = services
	const source = findSource(run.source)
	if (!source) throw new FileProblem('This kind of file cannot be read here any more.')
	if (isAskingSteam(run)) await fetchProfile(services, run, stopping)
	const folder = getImportFolder(config.dataDir)
	const file = path.join(folder, `${run.id}-${process.pid}`)
	try {
		await mkdir(folder, { recursive: true })
		await pipeline(Readable.from(readFilePieces(db, run.id)), createWriteStream(file, { mode: 0o600 }))
		const files = await openImportFiles(file, run.file_name ?? 'file')
		const options = { mapping: run.mapping }
		const columns = await source.describeColumns?.(files, options)
		const mapping = run.mapping ?? columns?.mapping ?? null
		const isUnclear =
			columns !== undefined && (mapping === null || (columns.needsDateOrder && mapping.dateOrder === undefined))
		await deleteRows(db, run.id)
		if (!isUnclear) await storeRows(services, run, source.read(files, { mapping }), source, stopping)
		if (stopping?.aborted) return
		await inTransaction(db, async (tx) => {
			if (!(await lockImport(tx, run.id, 'reading'))) return
			// The columns of a CSV may be chosen again
			if (!columns) await deleteFile(tx, run.id)
			const csv = columns && {
				headers: columns.headers,
				samples: columns.samples,
				needsDateOrder: columns.needsDateOrder,
			}
			await refreshWords(tx, run.id)
			await refreshCounts(tx, run.id)
			const next = isUnclear ? 'preview' : 'matching'
			await updateImport(tx, run.id, {
				state: next,
				position: 0,
				isMatched: false,
				mapping,
				failures: 0,
				csv: csv ?? null,
			})
		})
	} finally {
		await rm(file, { force: true })
	}
}

/** The folder of files that are being read. */
export function getImportFolder(dataDir: string): string {
	return path.join(dataDir, 'imports')
}

async function storeRows(
	{ db }: Services,
	run: ImportRecord,
	items: AsyncIterable<ImportedItem>,
	source: ImportSource,
	stopping?: AbortSignal,
): Promise<void> {
	let row = 0
	let place = 0
	let rows: ReadRow[] = []
	let lists: { place: number; item: ImportedList }[] = []
	const flush = async () => {
		await inTransaction(db, async (tx) => {
			if (!(await lockImport(tx, run.id, 'reading'))) return
			await addRows(tx, run.id, rows)
			await addLists(tx, run.id, lists)
			await updateImport(tx, run.id, { position: row })
		})
		rows = []
		lists = []
	}
	for await (const read of items) {
		if (stopping?.aborted) return
		const item = cleanItem(read)
		if (item.kind === 'list') {
			if (place < MAX_LISTS) lists.push({ place: ++place, item })
		} else {
			if (++row > IMPORT_LIMITS.rows) throw new FileProblem(IMPORT_TOO_LARGE.error)
			const { line, title, errors } = item
			if (item.kind === 'game' && source.asksForStatus && item.statuses.length === 0) item.statuses.push(NO_WORD)
			rows.push({ row, line, title, errors, item: item.kind === 'game' ? item : null })
		}
		if (rows.length + lists.length >= ROWS_PER_BATCH) await flush()
	}
	await flush()
	if (row === 0 && place === 0) throw new FileProblem(FILE_PROBLEMS.noGames)
}
