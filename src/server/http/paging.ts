import { LIMITS } from '#contract/limits.ts'
import { AppError } from './errors.ts'

export const PAGE_TOO_DEEP = { code: 'page_too_deep', error: 'This page is too far down. Please narrow the list.' } as const

/** Refuses pages past the depth that `page` and `limit` may reach; cursors go further. */
export function assertPageDepth(page: number, limit: number): void {
	if (page * limit > LIMITS.maxPagedRows) throw new AppError(400, PAGE_TOO_DEEP)
}
