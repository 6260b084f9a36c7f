import type { Bridge } from './bridge.ts'
import { addressOutside } from './deep-links.ts'
import { failToAsk, providerOfLink, signInAddress } from './social-login.ts'

/**
 * Opens in the system's browser what a link leads to outside of the app: other sites, what the site has beside its pages, and the
 * providers of social sign-in. What the pages take up themselves is theirs.
 */
export function leadLinksOutside({ openBrowser }: Bridge, now: () => { api: string; siteOrigin: string }): void {
	// After React, which listens further in
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element ? event.target.closest('a[href]') : null
		if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return
		const { api, siteOrigin } = now()
		const outside = addressOutside(link, window.location, siteOrigin)
		if (outside === null) return
		event.preventDefault()
		const provider = link.host === window.location.host ? providerOfLink(link.pathname) : null
		const redirect = new URLSearchParams(link.search).get('redirect') ?? '/'
		const address = provider ? signInAddress(api, provider, redirect) : Promise.resolve(outside)
		address.then(openBrowser).catch(() => provider && failToAsk(false))
	})
}
