import type { ApiError } from './api-client.ts'

/** Whether a read failed because the resource does not exist. */
export function isMissing(error: ApiError | null): boolean {
	return error?.status === 404
}

/** Returns the server's own sentence if it gave a reason, else the screen's. */
export function getFailureMessage(error: ApiError, fallback: string): string {
	return error.reason ?? fallback
}

export const OFFLINE = 'You are offline, so nothing has changed'

/** Like `getFailureMessage`, for a change that was shown before it was made. */
export function getChangeFailure(error: ApiError, fallback: string): string {
	return error.code === 'network' && !navigator.onLine ? OFFLINE : getFailureMessage(error, fallback)
}

/** Like `getFailureMessage`, for reads; a response that cannot be parsed has a message of its own. */
export function getReadFailureMessage(
	error: ApiError,
	fallback: string,
	unreadableMessage = 'An unexpected error occurred',
): string {
	return error.code === 'unreadable' ? unreadableMessage : getFailureMessage(error, fallback)
}

/** Returns the status of a page whose data did not load: the refusal's own, or 500. */
export function getFailureStatus(error: ApiError): number {
	return error.status >= 400 && error.status < 500 ? error.status : 500
}
