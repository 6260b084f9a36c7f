export const LOG_IN_TO_WRITE = 'Please log in to write a review'

// An address names a sentence, it never carries one: nobody can put words into our mouth by a link.
const byKey: ReadonlyMap<string, string> = new Map([['write-review', LOG_IN_TO_WRITE]])

/** Why someone was sent to the sign-in, by the key in its address; null for a key that we do not know. */
export function loginMessage(key: string | null): string | null {
	return byKey.get(key ?? '') ?? null
}
