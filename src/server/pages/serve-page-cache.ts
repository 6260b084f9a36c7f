import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { originOf, pathOf } from '#server/http/origin.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { type PageCache, pageBody } from './page-cache.ts'
import { isKnown, revalidated } from './page-response.ts'

const TELL_EVERY_MS = 10_000

/**
 * Answers for pages that are kept before the framework takes the request up: they depend on nothing but the address, and
 * cost too little to be limited. All else goes on to the framework, everything once the server stops listening: its
 * answers then end their connections.
 */
export function answerKeptPages(app: App, config: Config, pages: PageCache): void {
	// what a trusted proxy says of the host is the framework's matter
	if (config.publicUrl === undefined && config.trustedProxies > 0) return
	const { server, log } = app
	const { 'content-security-policy': usualPolicy = '', ...others } = securityHeaders(config)
	const always = Object.entries({ ...others, ...revalidated }).flat()
	const framework = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]

	// a line each would take as long as the answer
	let answered = 0
	const telling = setInterval(() => {
		if (answered > 0) log.info({ answered }, 'kept pages')
		answered = 0
	}, TELL_EVERY_MS)
	telling.unref()
	app.addHook('onClose', () => clearInterval(telling))

	server.removeAllListeners('request')
	server.on('request', (request: IncomingMessage, response: ServerResponse) => {
		if (!(server.listening && answer(request, response))) for (const listener of framework) listener(request, response)
	})

	// mostly the same host, request after request
	let lately = { host: '', origin: originOf(config, { protocol: 'http', host: '' }) }
	function originAt(host: string): string {
		if (host !== lately.host) lately = { host, origin: originOf(config, { protocol: 'http', host }) }
		return lately.origin
	}

	function answer(request: IncomingMessage, response: ServerResponse): boolean {
		const { method, url = '', headers } = request
		if (method !== 'GET' && method !== 'HEAD') return false
		const page = pages.kept(`${originAt(headers.host ?? '')} ${pathOf({ url })}`)
		if (page?.status !== 200 || page.redirect !== undefined) return false
		const { encoding, etag } = pageBody(page, String(headers['accept-encoding'] ?? ''))
		const body = page.ready.get(encoding)
		if (!body) return false
		const known = isKnown(headers['if-none-match'], etag)
		const status = known ? 304 : 200
		const own = ['etag', etag, 'content-security-policy', page.policy ?? usualPolicy]
		if (!known) own.push('content-type', page.type, 'content-length', String(body.length))
		if (!known && encoding !== 'identity') own.push('content-encoding', encoding)
		response.writeHead(status, [...always, ...own])
		response.end(known || method === 'HEAD' ? undefined : body)
		answered++
		return true
	}
}
