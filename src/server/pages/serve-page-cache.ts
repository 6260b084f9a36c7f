import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { createEarlyRejection } from '#server/http/early-rejection.ts'
import { getRequestPath, getSiteOrigin } from '#server/http/origin.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import type { HttpMetrics } from '#server/telemetry/http-metrics.ts'
import { busyPage } from './fallback-pages.ts'
import { type PageCache, selectVariant } from './page-cache.ts'
import { matchesEtag, REVALIDATE_HEADERS } from './page-response.ts'

const LOG_EVERY_MS = 10_000

/** Serves cached pages in front of Fastify, and rejects those that cannot be rendered soon. */
interface PageServer {
	/** Answers a request for a cached page, or for one that there is no time to render; returns false if Fastify has to answer it. */
	answer: (request: IncomingMessage, response: ServerResponse) => boolean
	/** Logs the number of answered requests every 10 s, until the returned function is called. */
	startLogging: (log: FastifyBaseLogger) => () => void
}

/**
 * Creates the server of cached pages, which bypasses the framework: cached pages depend on the URL alone and are too cheap
 * to be rate limited. While too many others are being rendered, a browser's navigation to a page that is not cached gets a 503
 * here, because Fastify would take longer to reject it.
 */
export function servePageCache(
	config: Config,
	pages: PageCache,
	metrics?: Pick<HttpMetrics, 'observeCachedPage' | 'observeEarlyRejection'>,
): PageServer {
	const { 'content-security-policy': defaultPolicy = '', ...others } = createSecurityHeaders(config)
	const commonHeaders = Object.entries({ ...others, ...REVALIDATE_HEADERS }).flat()
	// Only Fastify reads the host that a trusted proxy forwards
	const isOriginKnown = config.publicUrl !== undefined || config.trustedProxies === 0
	const reject = createEarlyRejection(createSecurityHeaders(config), {
		type: 'text/html; charset=utf-8',
		body: busyPage,
	})
	let servedCount = 0

	// Most requests have the same host as the previous one
	let latestOrigin = { host: '', origin: getSiteOrigin(config, { protocol: 'http', host: '' }) }
	function getOrigin(host: string): string {
		if (host !== latestOrigin.host) latestOrigin = { host, origin: getSiteOrigin(config, { protocol: 'http', host }) }
		return latestOrigin.origin
	}

	function answer(request: IncomingMessage, response: ServerResponse): boolean {
		const { method, url = '', headers } = request
		const startedMs = metrics && performance.now()
		if (!isOriginKnown || (method !== 'GET' && method !== 'HEAD')) return false
		const key = `${getOrigin(headers.host ?? '')} ${getRequestPath({ url })}`
		const page = pages.get(key)
		if (!page && isNavigation(url, headers) && pages.refuseIfBusy(key)) {
			reject(request, response)
			metrics?.observeEarlyRejection()
			return true
		}
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
		if (metrics && startedMs !== undefined) metrics.observeCachedPage((performance.now() - startedMs) / 1000)
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

/** Whether a browser requests a document to show, which cannot be the API's or a probe's. */
function isNavigation(url: string, { accept = '' }: IncomingHttpHeaders): boolean {
	return accept.startsWith('text/html') && !/^\/(api|healthz|readyz)\b/.test(url)
}
