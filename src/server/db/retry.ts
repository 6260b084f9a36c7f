const MAX_ATTEMPTS = 5
const BACKOFF_MS = 10

/**
 * Retries work that the database rolled back because of a deadlock or a serialization failure. The work must be a single
 * statement or transaction. Throws the last error after five attempts.
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work()
		} catch (error) {
			if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
			// Jitter, so that deadlocked transactions do not collide again
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
