import { createContext } from 'react'
import type { SocialLink } from '#contract/site.ts'
import type { Provider } from '#contract/social-login-providers.ts'

/** Properties of the site that pages use. */
export interface Site {
	/** The public origin, without a trailing slash. */
	origin: string
	contactEmail: string
	/** The enabled providers of social sign-in, in display order. */
	providers: readonly Provider[]
	socialLinks: readonly SocialLink[]
	/** A notice about the site, shown on every page. */
	notice?: string
}

export const SiteContext = createContext<Site>({
	origin: 'http://localhost',
	contactEmail: '',
	providers: [],
	socialLinks: [],
})
