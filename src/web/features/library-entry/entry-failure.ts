import type { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'

export const OFFLINE = 'You are offline, so nothing has changed'

/** Returns the sentence about a change that has failed. */
export function getEntryFailure(error: ApiError, fallback: string): string {
	return error.code === 'network' && !navigator.onLine ? OFFLINE : getFailureMessage(error, fallback)
}
