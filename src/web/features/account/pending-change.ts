import { isProvider, type Provider } from '#contract/social-login-providers.ts'

/** A change of the account that needs a proof of identity. */
export type GuardedChange = { kind: 'password' } | { kind: 'email' } | { kind: 'connect'; provider: Provider }

const KEY = 'pending_change'

/** Remembers a change while this tab is at a provider. What was typed is not kept: it may be a password. */
export function keepChange(userId: string, change: GuardedChange): void {
	try {
		sessionStorage.setItem(KEY, JSON.stringify({ userId, ...change }))
	} catch {
		// The person presses the button once more
	}
}

/** Takes the change with which the account goes on, and clears it. */
export function takeChange(userId: string): GuardedChange | null {
	try {
		const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null
		sessionStorage.removeItem(KEY)
		if (kept?.userId !== userId) return null
		if (kept.kind === 'password' || kept.kind === 'email') return { kind: kept.kind }
		return typeof kept.provider === 'string' && isProvider(kept.provider)
			? { kind: 'connect', provider: kept.provider }
			: null
	} catch {
		return null
	}
}
