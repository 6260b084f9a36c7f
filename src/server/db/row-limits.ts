import { LIMITS } from '#contract/limits.ts'

// The largest is a full page plus one row, which shows whether another page follows
const LIMIT_SIZES = [6, 12, 24, LIMITS.pageSize + 1]

/**
 * Rounds a row count up to one of four literal limits; the caller drops the extra rows. An exact limit for every page size
 * would turn each list query into fifty separately prepared statements.
 */
export function roundUpLimit(rows: number): number {
	return LIMIT_SIZES.find((size) => size >= rows) ?? rows
}
