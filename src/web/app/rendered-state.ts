import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** A query of a rendered page: its data or its error. */
export interface RenderedQuery {
	key: QueryKey
	data?: unknown
	error?: { status: number; code: string; message: string; reason: string | null }
}

/** Returns the queries of a rendered page. Contains no timestamps, so that the same data yields the same ETag. */
export function dehydrateState(client: QueryClient): RenderedQuery[] {
	return client
		.getQueryCache()
		.getAll()
		.flatMap(({ queryKey: key, state: { status, data, error } }): RenderedQuery[] => {
			if (status === 'success') return [{ key, data }]
			if (!error) return []
			// JSON would omit an error's message, which is not enumerable
			const { status: httpStatus, code, message, reason } = error
			return [{ key, error: { status: httpStatus, code, message, reason } }]
		})
}

/** Restores a rendered page's queries into the browser's cache, including errors, so that hydration yields the same HTML. */
export function hydrateState(client: QueryClient, queries: readonly RenderedQuery[]): void {
	for (const { key, data, error } of queries) {
		if (!error) {
			client.setQueryData(key, data)
			continue
		}
		const query = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey: key }))
		query.setState({
			status: 'error',
			error: new ApiError(error.status, error.code, error.message, [], { error: error.reason }),
			errorUpdateCount: 1,
			errorUpdatedAt: Date.now(),
		})
	}
}
