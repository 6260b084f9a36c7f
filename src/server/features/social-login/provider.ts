import type { Provider } from '#contract/social-login-providers.ts'

/** A user's profile at a provider. */
export interface ProviderProfile {
	provider: Provider
	/** The provider's permanent ID for the user. */
	subject: string
	/** Unvalidated input from the provider. */
	email: unknown
	/** Whether the provider has verified the email address. */
	isEmailVerified: boolean
	/** Unvalidated input from the provider. */
	name: unknown
}

/** The values that tie an authorization request to its callback, new for each attempt. */
export interface FlowSecrets {
	/** The URL of our callback. */
	redirectUri: string
	state: string
	nonce: string
	/** The PKCE verifier. */
	verifier: string
}

/** Options of an authorization request. */
export interface AuthorizationOptions {
	/** Requires the user to act: an existing session at the provider is not enough. */
	reauthenticate: boolean
}

/** A social login provider. Both methods throw if the provider is unreachable or its response is invalid. */
export interface SocialProvider {
	/** Returns the URL at which the user authorizes the login. */
	authorizationUrl: (secrets: FlowSecrets, options: AuthorizationOptions) => Promise<URL>
	/** Exchanges the callback's query for the user's profile. */
	fetchProfile: (query: URLSearchParams, secrets: FlowSecrets) => Promise<ProviderProfile>
}
