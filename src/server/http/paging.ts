import { LIMITS } from '#contract/limits.ts'
import { AppError } from './errors.ts'

export const PAGE_TOO_DEEP = {
	code: 'page_too_deep',
	error: 'This page is too far down. Please narrow the list.',
} as const

/** Throws 400 `page_too_deep` past `LIMITS.maxPagedRows` rows; cursors have no such limit. */
export function assertPageDepth(page: number, limit: number): void {
	if (page * limit > LIMITS.maxPagedRows) throw new AppError(400, PAGE_TOO_DEEP)
}
