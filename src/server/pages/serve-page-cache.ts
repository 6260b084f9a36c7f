import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { getRequestPath, getSiteOrigin } from '#server/http/origin.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { type PageCache, selectVariant } from './page-cache.ts'
import { matchesEtag, REVALIDATE_HEADERS } from './page-response.ts'

const LOG_EVERY_MS = 10_000

/** Serves cached pages in front of Fastify. */
interface PageServer {
	/** Answers a request for a cached page; returns false if Fastify has to answer it. */
	answer: (request: IncomingMessage, response: ServerResponse) => boolean
	/** Logs the number of answered requests every 10 s, until the returned function is called. */
	startLogging: (log: FastifyBaseLogger) => () => void
}

/**
 * Creates the server of cached pages, which bypasses the framework: cached pages depend on the URL alone and are too cheap
 * to be rate limited. `observe` is called with the duration of each response.
 */
export function servePageCache(config: Config, pages: PageCache, observe?: (seconds: number) => void): PageServer {
	const { 'content-security-policy': defaultPolicy = '', ...others } = createSecurityHeaders(config)
	const commonHeaders = Object.entries({ ...others, ...REVALIDATE_HEADERS }).flat()
	// Only Fastify reads the host that a trusted proxy forwards
	const isOriginKnown = config.publicUrl !== undefined || config.trustedProxies === 0
	let servedCount = 0

	// Most requests have the same host as the previous one
	let latestOrigin = { host: '', origin: getSiteOrigin(config, { protocol: 'http', host: '' }) }
	function getOrigin(host: string): string {
		if (host !== latestOrigin.host) latestOrigin = { host, origin: getSiteOrigin(config, { protocol: 'http', host }) }
		return latestOrigin.origin
	}

	function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
		const startedMs = observe && performance.now()
		if (!isOriginKnown || (method !== 'GET' && method !== 'HEAD')) return false
		const page = pages.get(`${getOrigin(headers.host ?? '')} ${getRequestPath({ url })}`)
		if (page?.status !== 200 || page.redirect !== undefined) return false
		const { encoding, etag } = selectVariant(page, String(headers['accept-encoding'] ?? ''))
		const body = page.encodedBytes.get(encoding)
		if (!body) return false
		const isUnchanged = matchesEtag(headers['if-none-match'], etag)
		const headerList = ['etag', etag, 'content-security-policy', page.policy ?? defaultPolicy]
		if (!isUnchanged) headerList.push('content-type', page.type, 'content-length', String(body.length))
		if (!isUnchanged && encoding !== 'identity') headerList.push('content-encoding', encoding)
		response.writeHead(isUnchanged ? 304 : 200, [...commonHeaders, ...headerList])
		response.end(isUnchanged || method === 'HEAD' ? undefined : body)
		servedCount++
		if (observe && startedMs !== undefined) observe((performance.now() - startedMs) / 1000)
		return true
	}

	// Logging each request would take as long as answering it
	function startLogging(log: FastifyBaseLogger): () => void {
		const timer = setInterval(() => {
			if (servedCount > 0) log.info({ answered: servedCount }, 'served cached pages')
			servedCount = 0
		}, LOG_EVERY_MS)
		timer.unref()
		return () => clearInterval(timer)
	}

	return { answer, startLogging }
}
