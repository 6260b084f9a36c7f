import { createContext } from 'react'
import type { SocialLink } from '#contract/site.ts'
import type { Provider } from '#contract/social-login-providers.ts'

/** What the pages know of the site that serves them. */
export interface Site {
	/** Where people reach the site, without a slash at the end. */
	origin: string
	contactEmail: string
	/** The providers of social sign-in that are set up, in the order in which they are offered. */
	providers: readonly Provider[]
	socialLinks: readonly SocialLink[]
	/** What every page says of the site itself. */
	notice?: string
}

export const SiteContext = createContext<Site>({
	origin: 'http://localhost',
	contactEmail: '',
	providers: [],
	socialLinks: [],
})
