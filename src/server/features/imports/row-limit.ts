import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import type { ImportMapping } from '#contract/imports.ts'
import { FileProblem, type ImportFile, type ImportSource } from './sources/source.ts'

const [LINE_FEED, CARRIAGE_RETURN, OPEN_BRACE] = [10, 13, 123]

/**
 * Returns whether files have more rows than an import may have. Only those with so many lines or objects are read for it. False where
 * it is not known before the person has chosen columns, and for files that cannot be read.
 */
export async function hasTooManyRows(
	source: ImportSource,
	files: readonly ImportFile[],
	chosen: ImportMapping | null,
): Promise<boolean> {
	try {
		if (!(await mayHaveTooManyRows(files))) return false
		const columns = chosen ? undefined : await source.describeColumns?.(files, { mapping: null })
		if (columns && columns.mapping === null) return false
		let rows = 0
		for await (const { kind } of source.read(files, { mapping: chosen ?? columns?.mapping ?? null }))
			if (kind !== 'list' && ++rows > IMPORT_LIMITS.rows) return true
	} catch (error) {
		if (!(error instanceof FileProblem)) throw error
	}
	return false
}

/** Each row of a file has a line or an object of its own. */
async function mayHaveTooManyRows(files: readonly ImportFile[]): Promise<boolean> {
	let marks = 0
	for (const file of files)
		for await (const chunk of file.open()) {
			for (const byte of chunk) if (byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === OPEN_BRACE) marks++
			if (marks > IMPORT_LIMITS.rows) return true
		}
	return false
}
