import type { Provider } from '#contract/social-login-providers.ts'

/** A person as a provider describes them. */
export interface Identity {
	provider: Provider
	/** The provider's lasting id of the person. */
	subject: string
	/** As the provider wrote it, checked by nobody. */
	email: unknown
	/** Whether the provider says that the address is the person's. */
	isEmailVerified: boolean
	/** As the provider wrote it, checked by nobody. */
	name: unknown
}

/** What ties a person's way to the provider to their way back; made anew for each. */
export interface Ties {
	/** Where the provider leads back to. */
	redirectUri: string
	state: string
	nonce: string
	/** The PKCE verifier. */
	verifier: string
}

/** How a person is asked. */
export interface Manner {
	/** Not to be answered by a session at the provider alone: the person has to act. */
	again: boolean
}

/** One provider of social sign-in. Both throw when it is away, or answers what it must not. */
export interface SocialProvider {
	/** The address at which the person is asked. */
	askingAddress: (ties: Ties, manner: Manner) => Promise<URL>
	/** Who came back with this query. */
	identify: (query: URLSearchParams, ties: Ties) => Promise<Identity>
}
