const SCHEME = 'savepoint://'
/** What the site answers that is no page of the client. */
const NON_PAGE_PATH = /^\/(api|feeds|art|images|assets)(\/|$)|\.\w+$/

/**
 * The path of the client's page at an address that was opened outside of it: one of the site, or the same path after the
 * app's own scheme (`savepoint://games/42`). Null for every other address, and for what is no page.
 */
export function parseDeepLink(url: string, origins: readonly string[]): string | null {
	const isOwn = url.startsWith(SCHEME)
	const text = isOwn ? `https://app.invalid/${url.slice(SCHEME.length)}` : url
	if (!URL.canParse(text)) return null
	const { pathname, origin, search, hash } = new URL(text)
	if (!isOwn && !origins.includes(origin)) return null
	// Two slashes at the front would name another host
	const path = `/${pathname.split('/').filter(Boolean).join('/')}`
	return NON_PAGE_PATH.test(path) ? null : path + search + hash
}

type AppOrigin = Pick<URL, 'protocol' | 'host'>

/** Where a link leads that the client has no page for: out of the app. Null where it stays. */
export function getExternalUrl(link: URL | HTMLAnchorElement, own: AppOrigin, site: string): string | null {
	const { protocol, host, pathname, search, hash } = link
	// By its parts: an origin of the app's own scheme reads differently from browser to browser
	if (protocol === own.protocol && host === own.host)
		return NON_PAGE_PATH.test(pathname) ? site + pathname + search + hash : null
	return protocol === 'https:' || protocol === 'http:' ? link.href : null
}
