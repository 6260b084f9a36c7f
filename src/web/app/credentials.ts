import type { Tokens } from '#contract/session-tokens.ts'
import type { OwnUser } from '#contract/users.ts'
import { stored } from './local-storage.ts'

/** What the browser keeps of a session, under the keys that the specification names. */
export interface Credentials {
	accessToken: string | null
	refreshToken: string | null
	/** The own account as JSON. */
	user: string | null
}

const KEYS = ['accessToken', 'refreshToken', 'user'] as const
const listeners = new Set<() => void>()

/** Reads them anew each time: another tab may have changed them. */
export function credentials(): Credentials {
	return { accessToken: stored.get('accessToken'), refreshToken: stored.get('refreshToken'), user: stored.get('user') }
}

export function storeTokens({ accessToken, refreshToken }: Tokens): void {
	stored.set('accessToken', accessToken)
	stored.set('refreshToken', refreshToken)
	tell()
}

export function storeUser(user: OwnUser): void {
	stored.set('user', JSON.stringify(user))
	tell()
}

/** Notes that the account has no chosen name yet, as the server has just said; every page then leads to the choice. */
export function storeNeedForName(): void {
	const { user } = credentials()
	if (user !== null) storeUser({ ...(JSON.parse(user) as OwnUser), needsUsernameSelection: true })
}

export function clearCredentials(): void {
	for (const key of KEYS) stored.set(key, null)
	tell()
}

/** Calls the listener after every change, here and in other tabs; returns what ends that. */
export function onCredentials(listener: () => void): () => void {
	const onStorage = (event: StorageEvent) => {
		// A null key means that everything was cleared.
		if (event.key === null || KEYS.some((key) => key === event.key)) listener()
	}
	listeners.add(listener)
	window.addEventListener('storage', onStorage)
	return () => {
		listeners.delete(listener)
		window.removeEventListener('storage', onStorage)
	}
}

function tell(): void {
	for (const listener of listeners) listener()
}

/** True in a browser that has a session; for what is decided outside of rendering. */
export function isSignedIn(): boolean {
	return typeof window !== 'undefined' && credentials().accessToken !== null
}
