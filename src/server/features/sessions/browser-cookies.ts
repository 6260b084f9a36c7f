import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { getSiteOrigin } from '#server/http/origin.ts'

/** A short-lived secret stored in a browser. Scripts cannot read it, and other sites cannot make the browser send it. */
export interface BrowserCookie {
	name: string
	/** The endpoints that need it. */
	path: `/api/${string}`
	sameSite: 'Lax' | 'Strict'
}

type RequestOrigin = Pick<FastifyRequest, 'protocol' | 'host'>

/** Sets a cookie in the caller's browser; null clears it. The value is base64url, with or without periods. */
export function setBrowserCookie(
	config: Config,
	request: RequestOrigin,
	reply: FastifyReply,
	cookie: BrowserCookie,
	content: { value: string; maxAgeSeconds: number } | null,
): void {
	const { name, path, secure } = resolveCookie(config, request, cookie)
	const { value, maxAgeSeconds } = content ?? { value: '', maxAgeSeconds: 0 }
	const scope = `Path=${path}; HttpOnly${secure ? '; Secure' : ''}; SameSite=${cookie.sameSite}`
	reply.header('set-cookie', `${name}=${value}; Max-Age=${maxAgeSeconds}; ${scope}`)
}

/** Returns the cookie's value from the caller's browser. */
export function readBrowserCookie(
	config: Config,
	request: RequestOrigin & Pick<FastifyRequest, 'headers'>,
	cookie: BrowserCookie,
): string | undefined {
	const prefix = `${resolveCookie(config, request, cookie).name}=`
	const pair = request.headers.cookie?.split(/; */).find((text) => text.startsWith(prefix))
	return pair?.slice(prefix.length)
}

/** Behind TLS, adds the `__Host-` prefix, with which browsers reject a cookie set by another host and require the path `/`. */
function resolveCookie(config: Config, request: RequestOrigin, { name, path }: BrowserCookie) {
	const secure = getSiteOrigin(config, request).startsWith('https:')
	return secure ? { name: `__Host-${name}`, path: '/', secure } : { name, path, secure }
}
