import { LIMITS } from '#contract/limits.ts'

// A page, and the row that says whether there is another one
const SIZES = [6, 12, 24, LIMITS.pageSize + 1]

/**
 * The literal limit of a statement that has to read `rows` rows: at least as many, of which the caller takes its own. A
 * limit for each page size would make fifty statements of each list, every one prepared by itself.
 */
export function statementLimit(rows: number): number {
	return SIZES.find((size) => size >= rows) ?? rows
}
