import type { ApiError } from '#web/app/api-client.ts'
import { failureSentence } from '#web/app/data.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import type { SearchTab } from './search-params.ts'

/** What the search says of a failure: an answer that never came has a sentence of its own. */
export function searchSentence(error: ApiError, tab: SearchTab): string {
	if (error.status === 0) return `An error occurred while searching for ${tab}`
	return failureSentence(error, `Failed to fetch ${tab}`)
}

export function SearchFailure({ error, tab, onRetry }: { error: ApiError; tab: SearchTab; onRetry: () => void }) {
	return (
		<Empty alert action={<TryAgain onRetry={onRetry} />}>
			{searchSentence(error, tab)}
		</Empty>
	)
}
