import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { getSiteOrigin } from '#server/http/origin.ts'

/** A short-lived secret stored in a browser. Scripts cannot read it, and other sites cannot make the browser send it. */
export interface BrowserCookie {
	name: string
	/** The endpoints that need it. */
	path: `/api/${string}`
	sameSite: 'lax' | 'strict'
}

type RequestOrigin = Pick<FastifyRequest, 'protocol' | 'host'>

/** Sets a cookie in the caller's browser; null clears it. */
export function setBrowserCookie(
	config: Config,
	request: RequestOrigin,
	reply: FastifyReply,
	cookie: BrowserCookie,
	content: { value: string; maxAgeSeconds: number } | null,
): void {
	const { name, ...scope } = resolveCookie(config, request, cookie)
	const options = { ...scope, httpOnly: true, sameSite: cookie.sameSite }
	if (content === null) reply.clearCookie(name, options)
	else reply.setCookie(name, content.value, { ...options, maxAge: content.maxAgeSeconds })
}

/** Returns the cookie's value from the caller's browser. */
export function readBrowserCookie(
	app: App,
	config: Config,
	request: RequestOrigin & Pick<FastifyRequest, 'headers'>,
	cookie: BrowserCookie,
): string | undefined {
	return app.parseCookie(request.headers.cookie ?? '')[resolveCookie(config, request, cookie).name]
}

/** Behind TLS, adds the `__Host-` prefix, with which browsers reject a cookie set by another host and require the path `/`. */
function resolveCookie(config: Config, request: RequestOrigin, { name, path }: BrowserCookie) {
	const secure = getSiteOrigin(config, request).startsWith('https:')
	return secure ? { name: `__Host-${name}`, path: '/', secure } : { name, path, secure }
}
