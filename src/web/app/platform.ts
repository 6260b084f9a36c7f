import type { Provider } from '#contract/social-login-providers.ts'

/** Platform-dependent operations. The defaults are for browsers; the mobile app replaces them before it starts. */
export interface Platform {
	/** Origin of the API; empty for the page's own origin. */
	apiOrigin: string
	/** Creates the challenge to connect a provider through an external browser. */
	createConnectChallenge?: (provider: Provider) => Promise<string>
	/** Creates the URL to prove one's identity with a provider in an external browser. */
	createProofUrl?: (provider: Provider) => Promise<string>
	/** Opens a provider's URL. */
	openExternal: (address: string) => void
	/** Whether pages have the site's origin, for which passkeys are made. */
	hasPasskeys: boolean
	/** The site's origin, if it is not the page's own. */
	siteOrigin?: string
	/** Shares a page of the site with other apps. */
	share?: (title: string, path: string) => void
	/** Lets the user save or share a file. */
	saveFile?: (name: string, file: Blob) => Promise<void>
}

export const platform: Platform = {
	apiOrigin: '',
	hasPasskeys: true,
	openExternal: (address) => window.location.assign(address),
}
