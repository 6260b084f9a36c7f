const MAX_ATTEMPTS = 5
const BACKOFF_MS = 10

/**
 * Runs work again that the database has undone as a whole: the victim of a deadlock, or what could not be put in an
 * order with others. The work must be one statement or one transaction. Throws the last error after five tries.
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work()
		} catch (error) {
			if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
			// Those that met in a deadlock come back at different times
			await new Promise((resolve) => setTimeout(resolve, Math.random() * BACKOFF_MS * attempt))
		}
	}
}

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'

function isRetryable(error: unknown): boolean {
	const { code } = error as { code?: unknown }
	return code === DEADLOCK || code === SERIALIZATION_FAILURE
}
