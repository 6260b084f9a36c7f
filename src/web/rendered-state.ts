import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

interface PlainError {
	status: number
	code: string
	message: string
}

/** What the rendered page was made of, failures too, ready for JSON: the browser must come to the same HTML. */
export function renderedState(client: QueryClient): DehydratedState {
	const state = dehydrate(client, { shouldDehydrateQuery: ({ state: { status } }) => status !== 'pending' })
	for (const query of state.queries) query.state = { ...query.state, error: plain(query.state.error), fetchFailureReason: null }
	return state
}

function plain(error: ApiError | null): ApiError | null {
	if (error === null) return null
	// An error's message is not its own enumerable property: JSON would lose it.
	const { status, code, message } = error
	return { status, code, message } as ApiError
}

/** The state as it was before JSON. */
export function reviveErrors(state: DehydratedState): DehydratedState {
	for (const query of state.queries) {
		const error: PlainError | null = query.state.error
		if (error) query.state = { ...query.state, error: new ApiError(error.status, error.code, error.message) }
	}
	return state
}
