import { isProvider } from '#contract/social-login-providers.ts'
import type { GuardedChange } from '#web/forms/proof-gate-context.ts'

const PLAIN_KINDS = ['password', 'email', 'factors', 'export', 'delete', 'site', 'tokens'] as const

const STORAGE_KEY = 'pending_change'

/** Saves a change while this tab is at a provider. Form input is not saved: it may be a password. */
export function savePendingChange(userId: string, change: GuardedChange): void {
	try {
		sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, ...change }))
	} catch {
		// Storage is blocked: the user has to start the change again
	}
}

/** Returns the account's saved change, null if there is none, and clears it. */
export function takePendingChange(userId: string): GuardedChange | null {
	try {
		const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Record<string, unknown> | null
		sessionStorage.removeItem(STORAGE_KEY)
		if (saved?.userId !== userId) return null
		const kind = PLAIN_KINDS.find((plain) => plain === saved.kind)
		if (kind) return { kind }
		return typeof saved.provider === 'string' && isProvider(saved.provider)
			? { kind: 'connect', provider: saved.provider }
			: null
	} catch {
		return null
	}
}
