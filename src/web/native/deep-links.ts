const SCHEME = 'savepoint://'
/** What the site answers that is no page of the client. */
const NO_PAGE = /^\/(api|feeds|art|images|assets)(\/|$)|\.\w+$/

/**
 * The path of the client's page at an address that was opened outside of it: one of the site, or the same path after the
 * app's own scheme (`savepoint://games/42`). Null for every other address, and for what is no page.
 */
export function pathOfAddress(address: string, origins: readonly string[]): string | null {
	const isOwn = address.startsWith(SCHEME)
	const text = isOwn ? `https://app.invalid/${address.slice(SCHEME.length)}` : address
	if (!URL.canParse(text)) return null
	const { pathname, origin, search, hash } = new URL(text)
	if (!isOwn && !origins.includes(origin)) return null
	// Two slashes at the front would name another host
	const path = `/${pathname.split('/').filter(Boolean).join('/')}`
	return NO_PAGE.test(path) ? null : path + search + hash
}

type Place = Pick<URL, 'protocol' | 'host'>

/** Where a link leads that the client has no page for: out of the app. Null where it stays. */
export function addressOutside(link: URL | HTMLAnchorElement, own: Place, site: string): string | null {
	const { protocol, host, pathname, search, hash } = link
	// By its parts: an origin of the app's own scheme reads differently from browser to browser
	if (protocol === own.protocol && host === own.host)
		return NO_PAGE.test(pathname) ? site + pathname + search + hash : null
	return protocol === 'https:' || protocol === 'http:' ? link.href : null
}
