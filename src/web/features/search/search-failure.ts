import type { ApiError } from '#web/app/api-client.ts'
import { failureSentence } from '#web/app/data.tsx'
import type { SearchTab } from './search-params.ts'

/** What the search says of a failure: an answer that never came has a sentence of its own. */
export function searchSentence(error: ApiError, tab: SearchTab): string {
	if (error.status === 0) return `An error occurred while searching for ${tab}`
	return failureSentence(error, `Failed to fetch ${tab}`)
}
