export const LOG_IN_TO_WRITE = 'Please log in to write a review'

// An address names a sentence, it never carries one: nobody can put words into our mouth by a link.
const byKey: Readonly<Record<string, string>> = { 'write-review': LOG_IN_TO_WRITE }

/** Why someone was sent to the sign-in: from the router's state, or by the key in the address; null where nothing is said. */
export function arrivalMessage(state: unknown, key: string | null): string | null {
	if (state !== null && typeof state === 'object' && 'message' in state && typeof state.message === 'string') return state.message
	return key !== null && Object.hasOwn(byKey, key) ? (byKey[key] ?? null) : null
}
