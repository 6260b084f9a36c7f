const SCHEME = 'savepoint://'
/** Paths of the site that are not pages of the client. */
const NON_PAGE_PATH = /^\/(api|feeds|art|images|assets)(\/|$)|\.\w+$/

/**
 * Returns the path of the page that a deep link opens: a URL of the site, or the same path after the app's own scheme
 * (`savepoint://games/42`). Returns null for every other URL, and for paths that are not pages.
 */
export function parseDeepLink(url: string, origins: readonly string[]): string | null {
	const isOwn = url.startsWith(SCHEME)
	const text = isOwn ? `https://app.invalid/${url.slice(SCHEME.length)}` : url
	if (!URL.canParse(text)) return null
	const { pathname, origin, search, hash } = new URL(text)
	if (!isOwn && !origins.includes(origin)) return null
	// Two leading slashes would name another host
	const path = `/${pathname.split('/').filter(Boolean).join('/')}`
	return NON_PAGE_PATH.test(path) ? null : path + search + hash
}

type AppOrigin = Pick<URL, 'protocol' | 'host'>

/** Returns the URL of a link that must open outside of the app; null if it stays inside. */
export function getExternalUrl(link: URL | HTMLAnchorElement, own: AppOrigin, site: string): string | null {
	const { protocol, host, pathname, search, hash } = link
	// Compare protocol and host, because browsers differ in the origin of a custom scheme
	if (protocol === own.protocol && host === own.host)
		return NON_PAGE_PATH.test(pathname) ? site + pathname + search + hash : null
	return protocol === 'https:' || protocol === 'http:' ? link.href : null
}
