/** The header that identifies a call across retries: draft-ietf-httpapi-idempotency-key-header. */
export const IDEMPOTENCY_KEY = 'idempotency-key'

/** Maximum length of a key, in characters. */
export const IDEMPOTENCY_KEY_MAX = 100

export const BAD_IDEMPOTENCY_KEY = {
	code: 'invalid_idempotency_key',
	error: `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX} characters`,
} as const
