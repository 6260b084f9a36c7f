import type { Provider } from '#contract/social-login-providers.ts'

/** What differs where the client is not a page of the site: in the app, which puts its own in here before it starts. */
export interface Platform {
	/** Where the API answers; empty where the page came from. */
	apiOrigin: string
	/** The challenge with which a provider is connected by way of another browser. */
	createConnectChallenge?: (provider: Provider) => Promise<string>
	/** Where one signs in again with a provider to prove who one is, by way of another browser. */
	createProofUrl?: (provider: Provider) => Promise<string>
	/** Goes on at a provider's address. */
	openExternal: (address: string) => void
	/** Offers the page that is shown to other apps. */
	sharePage?: () => void
	/** Hands a file to whoever uses the app. */
	saveFile?: (name: string, file: Blob) => Promise<void>
}

export const platform: Platform = { apiOrigin: '', openExternal: (address) => window.location.assign(address) }
