import type { Bridge } from './bridge.ts'
import { getExternalUrl } from './deep-links.ts'
import { createLoginUrl, parseProviderLink, reportBrowserFailure } from './social-login.ts'

/**
 * Opens external links in the system browser: other sites, files and documents of the site that are not pages, and the
 * providers of social login. Leaves alone the clicks that pages handle themselves.
 */
export function openExternalLinks(
	{ openBrowser }: Bridge,
	getOrigins: () => { api: string; siteOrigin: string },
): void {
	// On the document, so that React, which listens on an inner element, handles clicks first
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element ? event.target.closest('a[href]') : null
		if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return
		const { api, siteOrigin } = getOrigins()
		const externalUrl = getExternalUrl(link, window.location, siteOrigin)
		if (externalUrl === null) return
		event.preventDefault()
		const provider = link.host === window.location.host ? parseProviderLink(link.pathname) : null
		const query = new URLSearchParams(link.search)
		const target = { redirect: query.get('redirect') ?? '/', invite: query.get('invite') }
		const address = provider ? createLoginUrl(api, provider, target) : Promise.resolve(externalUrl)
		address.then(openBrowser).catch(() => provider && reportBrowserFailure(false))
	})
}
