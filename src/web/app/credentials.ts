import type { Tokens } from '#contract/session-tokens.ts'
import type { CurrentUser } from '#contract/users.ts'
import { safeLocalStorage } from './local-storage.ts'

/** The stored credentials of a session, under the storage keys that the specification names. */
export interface Credentials {
	accessToken: string | null
	refreshToken: string | null
	/** The logged-in user's account as JSON. */
	user: string | null
}

const KEYS = ['accessToken', 'refreshToken', 'user'] as const
const HELD_ACCOUNT = 'heldAccount'
const listeners = new Set<() => void>()

/** Reads the credentials from storage on every call, because another tab may have changed them. */
export function readCredentials(): Credentials {
	return {
		accessToken: safeLocalStorage.get('accessToken'),
		refreshToken: safeLocalStorage.get('refreshToken'),
		user: safeLocalStorage.get('user'),
	}
}

export function storeTokens({ accessToken, refreshToken }: Tokens): void {
	safeLocalStorage.set('accessToken', accessToken)
	safeLocalStorage.set('refreshToken', refreshToken)
	notifyListeners()
}

export function storeUser(user: CurrentUser): void {
	safeLocalStorage.set('user', JSON.stringify(user))
	notifyListeners()
}

/** Marks the stored account as lacking a username, as the server reported; every page then redirects to the choice. */
export function markUsernameNeeded(): void {
	const { user } = readCredentials()
	if (user !== null) storeUser({ ...(JSON.parse(user) as CurrentUser), needsUsernameSelection: true })
}

export function clearCredentials(): void {
	if (hasHeldAccount()) safeLocalStorage.set(HELD_ACCOUNT, '1')
	for (const key of KEYS) safeLocalStorage.set(key, null)
	notifyListeners()
}

/** Whether somebody has ever been logged in here, as far as this browser remembers. */
export function hasHeldAccount(): boolean {
	const { accessToken, user } = readCredentials()
	return accessToken !== null || user !== null || safeLocalStorage.get(HELD_ACCOUNT) !== null
}

/** Clears the credentials, and that there were any. */
export function forgetAccount(): void {
	clearCredentials()
	safeLocalStorage.set(HELD_ACCOUNT, null)
}

/** Calls the listener after every change, here and in other tabs; returns a function that unsubscribes. */
export function onCredentialsChange(listener: () => void): () => void {
	const onStorage = (event: StorageEvent) => {
		// A null key means that all storage was cleared
		if (event.key === null || KEYS.some((key) => key === event.key)) listener()
	}
	listeners.add(listener)
	window.addEventListener('storage', onStorage)
	return () => {
		listeners.delete(listener)
		window.removeEventListener('storage', onStorage)
	}
}

function notifyListeners(): void {
	for (const listener of listeners) listener()
}

/** Whether the browser has a session; false on the server. For decisions outside of rendering. */
export function isLoggedIn(): boolean {
	return typeof window !== 'undefined' && readCredentials().accessToken !== null
}
