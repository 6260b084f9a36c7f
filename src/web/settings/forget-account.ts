import { clearCredentials } from '../credentials.ts'
import { stored } from '../stored.ts'

/** Removes from this browser all that it keeps of an account: the session and what was typed and never sent. */
export function forgetAccount(userId: string): void {
	for (const key of stored.keys()) if (key.includes(userId)) stored.set(key, null)
	stored.set('oauth_already_processed', null)
	clearCredentials()
}
