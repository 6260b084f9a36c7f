/** The header that names one call, however often it is sent: draft-ietf-httpapi-idempotency-key-header. */
export const IDEMPOTENCY_KEY = 'idempotency-key'

/** As long as a key may be. */
export const IDEMPOTENCY_KEY_MAX = 100

export const BAD_IDEMPOTENCY_KEY = {
	code: 'invalid_idempotency_key',
	error: `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX} characters`,
} as const
