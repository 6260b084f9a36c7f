import type { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import type { SearchTab } from './search-params.ts'

/** Returns the message for a failed search; a missing response has its own. */
export function searchFailureMessage(error: ApiError, tab: SearchTab): string {
	if (error.status === 0) return `An error occurred while searching for ${tab}`
	return getFailureMessage(error, `Failed to fetch ${tab}`)
}
