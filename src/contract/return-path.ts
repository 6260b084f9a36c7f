const PLACEHOLDER_ORIGIN = 'http://site.invalid'

/**
 * Returns the path to go to after a login: the requested one if it is on this site, else the home page. URLs of other
 * sites in any disguise (`//evil`, `/\evil`, `/.//evil`, `javascript:`) lead home, and so does the login page itself.
 */
export function getSafeRedirectPath(path: string | null): string {
	if (!path?.startsWith('/') || !URL.canParse(path, PLACEHOLDER_ORIGIN)) return '/'
	const { origin, pathname, search, hash } = new URL(path, PLACEHOLDER_ORIGIN)
	if (origin !== PLACEHOLDER_ORIGIN || pathname.startsWith('//') || /^\/login\/?$/i.test(pathname)) return '/'
	return pathname + search + hash
}
