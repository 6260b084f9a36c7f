import { createContext, type ReactNode } from 'react'
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
	/** Set on a demonstration: the invented person whom a visitor can log in as. */
	demonstration?: { username: string; password: string }
}

/** The site, and what its pages show below the header. */
export const SiteContext = createContext<Site & { banner?: ReactNode }>({
	origin: 'http://localhost',
	contactEmail: '',
	providers: [],
	socialLinks: [],
})
