import { createContext } from 'react'

/** What the pages know of the site that serves them. */
export interface Site {
	/** Where people reach the site, without a slash at the end. */
	origin: string
	contactEmail: string
}

export const SiteContext = createContext<Site>({ origin: 'http://localhost', contactEmail: '' })
