import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { FILE_PROBLEMS, ROW_PROBLEMS } from '#contract/import-problems.ts'
import { unreadable } from './lines.ts'
import { FileProblem, type ImportFile, type UnreadableRow } from './source.ts'
import { readText } from './text.ts'

/** Characters of a row, and of a line, which may be a part of a row. */
const MAX_ROW_CHARS = 512 * 1024
const MAX_COLUMNS = 500
/** Rows that break what follows, after which reading begins again on the next line. */
const MAX_RESTARTS = 50

export interface CsvRow {
	kind: 'row'
	line: number
	cells: readonly string[]
	/** The cell of the first column with one of these names, in lower case; empty if there is none. */
	get(...names: string[]): string
	/** The cells of all columns with the name: NeoDB has two named `title`. */
	getAll(name: string): string[]
}

const SEPARATORS = [',', ';', '\t'] as const

/** Returns the separator of a CSV by the first line of its text. */
export function separatorOf(head: string): string {
	const line = firstLine(head)
	const count = (separator: string) => withoutQuoted(line).split(separator).length
	return [...SEPARATORS].sort((a, b) => count(b) - count(a))[0] ?? ','
}

/** Returns the headers in the first line of a CSV, as they are spelled. */
export function headersOf(head: string): string[] {
	const line = firstLine(head)
	if (line.length > MAX_ROW_CHARS / 64) return []
	const headers: string[] = []
	let cell = ''
	let isQuoted = false
	const separator = separatorOf(head)
	for (const character of line) {
		if (character === '"') isQuoted = !isQuoted
		else if (character === separator && !isQuoted) {
			headers.push(cell.trim())
			cell = ''
		} else cell += character
	}
	headers.push(cell.trim())
	return headers
}

/** Whether a file looks like a CSV whose header has all these names. */
export function hasHeaders(file: ImportFile, ...names: string[]): boolean {
	const headers = new Set(headersOf(file.head).map((header) => header.toLowerCase()))
	return names.every((name) => headers.has(name))
}

const firstLine = (head: string) => head.trimStart().split('\n', 1)[0] ?? ''
const withoutQuoted = (line: string) =>
	line
		.split('"')
		.filter((_, index) => index % 2 === 0)
		.join('')

/**
 * Streams the rows of a CSV below its header. A row that doesn't fit the header is unreadable, and reading goes on at the next
 * line, so that a quotation mark that never closes costs one row. Cells are trimmed; blank rows are left out.
 */
export async function* readRows(file: ImportFile): AsyncGenerator<CsvRow | UnreadableRow> {
	const separator = separatorOf(file.head)
	let columns: Map<string, number[]> | undefined
	let width = 0
	let skip = 0
	for (let restarts = 0; ; restarts++) {
		const end = { line: skip }
		let broken: UnreadableRow | undefined
		try {
			for await (const { line, lastLine, cells } of readCells(file, separator, skip, end)) {
				if (!columns) {
					if (cells.length > MAX_COLUMNS) throw new FileProblem(FILE_PROBLEMS.noHeader)
					columns = columnsOf(cells)
					width = cells.length
					continue
				}
				if (cells.every((cell) => cell === '')) continue
				const fits = cells.length <= width || cells.slice(width).every((cell) => cell === '')
				if (!fits || (lastLine > line && cells.length < width)) {
					const row = unreadable(line, cells[0] ?? '', ROW_PROBLEMS.cells)
					if (lastLine > line && restarts < MAX_RESTARTS) {
						broken = row
						skip = line
						break
					}
					yield row
				} else yield toRow(columns, line, cells)
			}
			if (!broken) return
		} catch (error) {
			if (!(error instanceof BrokenRow)) throw error
			if (!columns) throw new FileProblem(FILE_PROBLEMS.noHeader)
			if (restarts >= MAX_RESTARTS) throw new FileProblem(FILE_PROBLEMS.brokenQuotes)
			skip = error.line
			broken = unreadable(error.line, '', error.isLong ? ROW_PROBLEMS.large : ROW_PROBLEMS.cells)
		}
		yield broken
	}
}

class BrokenRow extends Error {
	readonly line: number
	readonly isLong: boolean

	constructor(line: number, isLong: boolean) {
		super()
		this.line = line
		this.isLong = isLong
	}
}

/** Streams the cells of each row after the first `skip` lines. Throws `BrokenRow` for one that is too long or never ends. */
async function* readCells(file: ImportFile, separator: string, skip: number, end: { line: number }) {
	const parser = parse({
		delimiter: separator,
		record_delimiter: '\n',
		relax_quotes: true,
		relax_column_count: true,
		max_record_size: MAX_ROW_CHARS,
		info: true,
	})
	const text = Readable.from(skipLines(readText(file), skip))
	text.on('error', (error) => parser.destroy(error))
	text.pipe(parser)
	try {
		for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
			const line = end.line + 1
			// A row without a line break at its end does not count its line
			end.line = Math.max(line, skip + info.lines)
			yield { line, lastLine: end.line, cells: record.map((cell) => cell.trim()) }
		}
	} catch (error) {
		const code = (error as CsvError).code as string | undefined
		if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED')
			throw new BrokenRow(end.line + 1, code === 'CSV_MAX_RECORD_SIZE')
		throw error
	} finally {
		text.destroy()
		parser.destroy()
	}
}

/** Leaves out the first lines of a text. Throws `BrokenRow` for a line that is too long. */
async function* skipLines(text: AsyncIterable<string>, lines: number): AsyncGenerator<string> {
	let line = 1
	let length = 0
	for await (const chunk of text) {
		let from = 0
		for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', at + 1)) {
			if (line > lines && length + at - from > MAX_ROW_CHARS) throw new BrokenRow(line, true)
			if (line <= lines) from = at + 1
			line++
			length = -(at + 1 - from)
		}
		length += chunk.length - from
		if (line > lines) {
			if (length > MAX_ROW_CHARS) throw new BrokenRow(line, true)
			if (from < chunk.length) yield chunk.slice(from)
		} else length = 0
	}
}

function columnsOf(headers: readonly string[]): Map<string, number[]> {
	const columns = new Map<string, number[]>()
	for (const [index, header] of headers.entries()) {
		const name = header.toLowerCase()
		columns.set(name, [...(columns.get(name) ?? []), index])
	}
	return columns
}

function toRow(columns: ReadonlyMap<string, number[]>, line: number, cells: readonly string[]): CsvRow {
	return {
		kind: 'row',
		line,
		cells,
		get: (...names) => {
			for (const name of names) {
				const index = columns.get(name)?.[0]
				if (index !== undefined) return cells[index] ?? ''
			}
			return ''
		},
		getAll: (name) => (columns.get(name) ?? []).map((index) => cells[index] ?? ''),
	}
}
