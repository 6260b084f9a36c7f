import { forgetAccount } from '#web/app/credentials.ts'
import { safeLocalStorage } from '#web/app/local-storage.ts'

/** Removes an account's data from this browser: the session and all unsent drafts. */
export function clearAccountData(userId: string): void {
	for (const key of safeLocalStorage.keys()) if (key.includes(userId)) safeLocalStorage.set(key, null)
	safeLocalStorage.set('oauth_already_processed', null)
	forgetAccount()
}
