import type { Bridge } from './bridge.ts'
import { getExternalUrl } from './deep-links.ts'
import { reportBrowserFailure, parseProviderLink, createSignInUrl } from './social-login.ts'

/**
 * Opens in the system's browser what a link leads to outside of the app: other sites, what the site has beside its pages, and the
 * providers of social sign-in. What the pages take up themselves is theirs.
 */
export function openExternalLinks({ openBrowser }: Bridge, getOrigins: () => { api: string; siteOrigin: string }): void {
	// After React, which listens further in
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element ? event.target.closest('a[href]') : null
		if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return
		const { api, siteOrigin } = getOrigins()
		const externalUrl = getExternalUrl(link, window.location, siteOrigin)
		if (externalUrl === null) return
		event.preventDefault()
		const provider = link.host === window.location.host ? parseProviderLink(link.pathname) : null
		const redirect = new URLSearchParams(link.search).get('redirect') ?? '/'
		const address = provider ? createSignInUrl(api, provider, redirect) : Promise.resolve(externalUrl)
		address.then(openBrowser).catch(() => provider && reportBrowserFailure(false))
	})
}
