import type { Provider } from '#contract/social-login-providers.ts'

/** A person as a provider describes them. */
export interface ProviderProfile {
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
export interface FlowSecrets {
	/** Where the provider leads back to. */
	redirectUri: string
	state: string
	nonce: string
	/** The PKCE verifier. */
	verifier: string
}

/** How a person is asked. */
export interface AuthorizationOptions {
	/** Not to be answered by a session at the provider alone: the person has to act. */
	reauthenticate: boolean
}

/** One provider of social sign-in. Both throw when it is away, or answers what it must not. */
export interface SocialProvider {
	/** The address at which the person is asked. */
	authorizationUrl: (secrets: FlowSecrets, options: AuthorizationOptions) => Promise<URL>
	/** Who came back with this query. */
	fetchProfile: (query: URLSearchParams, ties: FlowSecrets) => Promise<ProviderProfile>
}
