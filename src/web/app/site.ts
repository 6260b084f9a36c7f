import { createContext, type ReactNode } from 'react'
import type { RegistrationMode } from '#contract/registration-modes.ts'
import type { SocialLink } from '#contract/site.ts'
import type { Provider } from '#contract/social-login-providers.ts'

/** Properties of the site that pages use. */
export interface Site {
	/** The public origin, without a trailing slash. */
	origin: string
	name: string
	/** In a sentence or two; null for the pages' own words. */
	description: string | null
	/** The color of the main action; null for the site's own. */
	accent: string | null
	/** Who may create an account. */
	registration: RegistrationMode
	/** Whether registering always needs a proof of work. */
	proofNeeded: boolean
	/** Whether requests for accounts and visitors' reports wait until their address is confirmed by mail. */
	confirmsAddresses: boolean
	/** Whether there are rules, which people accept when they sign up. */
	hasRules: boolean
	/** Whether members may invite people. */
	membersInvite: boolean
	/** Whether members may bring their games from Steam. */
	hasSteam: boolean
	contactEmail: string
	/** The enabled providers of social login, in display order. */
	providers: readonly Provider[]
	socialLinks: readonly SocialLink[]
	/** Set on a demonstration: the invented person whom a visitor can log in as. */
	demonstration?: { username: string; password: string }
}

/** The site, and what its pages show below the header. */
export const SiteContext = createContext<Site & { banner?: ReactNode }>({
	origin: 'http://localhost',
	name: 'Savepoint',
	description: null,
	accent: null,
	registration: 'open',
	proofNeeded: false,
	confirmsAddresses: false,
	hasRules: false,
	hasSteam: false,
	membersInvite: false,
	contactEmail: '',
	providers: [],
	socialLinks: [],
})
