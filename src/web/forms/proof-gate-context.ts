import { createContext, useContext } from 'react'
import type { Provider } from '#contract/social-login-providers.ts'

/** A change that requires reauthentication. */
export type GuardedChange =
	| { kind: 'password' | 'email' | 'factors' | 'devices' | 'export' | 'delete' | 'site' | 'tokens' }
	| { kind: 'connect'; provider: Provider }

interface ProofGate {
	/** Calls `proceed` at once if the last proof is still valid, otherwise after the user has reauthenticated. */
	guard: (change: GuardedChange, proceed: () => void) => void
	/** The change to resume after the redirect back from a provider. */
	resumedChange: GuardedChange | null
}

export const ProofGateContext = createContext<ProofGate>({ guard: (_, proceed) => proceed(), resumedChange: null })

export function useProofGate(): ProofGate {
	return useContext(ProofGateContext)
}
