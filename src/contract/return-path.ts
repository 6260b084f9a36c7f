const PLACEHOLDER_ORIGIN = 'http://site.invalid'

/**
 * Where a sign-in leads: the path that was asked for, or home where it is none of this site. Addresses of other sites
 * in any disguise (`//evil`, `/\evil`, `/.//evil`, `javascript:`) lead home, and so does the sign-in page itself.
 */
export function getSafeRedirectPath(path: string | null): string {
	if (!path?.startsWith('/') || !URL.canParse(path, PLACEHOLDER_ORIGIN)) return '/'
	const { origin, pathname, search, hash } = new URL(path, PLACEHOLDER_ORIGIN)
	if (origin !== PLACEHOLDER_ORIGIN || pathname.startsWith('//') || /^\/login\/?$/i.test(pathname)) return '/'
	return pathname + search + hash
}
