import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** One answer that a rendered page was made of, or the failure in its place. */
export interface RenderedQuery {
	key: QueryKey
	data?: unknown
	error?: { status: number; code: string; message: string; reason: string | null }
}

/** What a rendered page was made of. The same data gives the same bytes: no times, so that the page's ETag holds. */
export function dehydrateState(client: QueryClient): RenderedQuery[] {
	return client
		.getQueryCache()
		.getAll()
		.flatMap(({ queryKey: key, state: { status, data, error } }): RenderedQuery[] => {
			if (status === 'success') return [{ key, data }]
			if (!error) return []
			// An error's message is not its own enumerable property: JSON would lose it.
			const { status: answered, code, message, reason } = error
			return [{ key, error: { status: answered, code, message, reason } }]
		})
}

/** Puts into the browser's cache what the page was rendered from, failures too: both must come to the same HTML. */
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
