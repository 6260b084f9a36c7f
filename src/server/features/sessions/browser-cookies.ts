import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { originOf } from '#server/http/origin.ts'

/** A secret that a browser keeps for a while; scripts cannot read it, and other sites cannot have it sent. */
export interface BrowserCookie {
	name: string
	/** The calls that need it. */
	path: `/api/${string}`
	sameSite: 'lax' | 'strict'
}

type At = Pick<FastifyRequest, 'protocol' | 'host'>

/** Puts a cookie into the browser that asks; null takes it away. */
export function setBrowserCookie(
	config: Config,
	request: At,
	reply: FastifyReply,
	cookie: BrowserCookie,
	content: { value: string; maxAgeSeconds: number } | null,
): void {
	const { name, ...where } = placed(config, request, cookie)
	const options = { ...where, httpOnly: true, sameSite: cookie.sameSite }
	if (content === null) reply.clearCookie(name, options)
	else reply.setCookie(name, content.value, { ...options, maxAge: content.maxAgeSeconds })
}

/** What the browser that asks has kept. */
export function browserCookie(
	app: App,
	config: Config,
	request: At & Pick<FastifyRequest, 'headers'>,
	cookie: BrowserCookie,
): string | undefined {
	return app.parseCookie(request.headers.cookie ?? '')[placed(config, request, cookie).name]
}

/** Behind TLS the name says that no other host may have set it, which browsers see to; they then ask for the path `/`. */
function placed(config: Config, request: At, { name, path }: BrowserCookie) {
	const secure = originOf(config, request).startsWith('https:')
	return secure ? { name: `__Host-${name}`, path: '/', secure } : { name, path, secure }
}
