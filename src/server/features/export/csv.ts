export type Cell = string | number | boolean | null

// Excel reads a file without it in the encoding of the machine
const BYTE_ORDER_MARK = '\ufeff'

// What spreadsheets take for a formula
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** Returns the first line of a CSV file. */
export const formatCsvHeader = (names: readonly string[]): string => BYTE_ORDER_MARK + formatCsvRow(names)

/**
 * Returns a row as in RFC 4180. A text that a spreadsheet would take for a formula begins with an apostrophe; null is an empty
 * cell.
 */
export const formatCsvRow = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: Cell): string {
	if (cell === null) return ''
	if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
	const text = String(cell)
	const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
	return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
