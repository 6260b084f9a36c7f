import { clearCredentials } from '#web/app/credentials.ts'
import { stored } from '#web/app/local-storage.ts'

/** Removes from this browser all that it keeps of an account: the session and what was typed and never sent. */
export function forgetAccount(userId: string): void {
	for (const key of storedKeys()) if (key.includes(userId)) stored.set(key, null)
	stored.set('oauth_already_processed', null)
	clearCredentials()
}

function storedKeys(): string[] {
	try {
		return Object.keys(localStorage)
	} catch {
		// A browser that keeps nothing
		return []
	}
}
