import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { originOf, pathOf } from '#server/http/origin.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { type PageCache, pageBody } from './page-cache.ts'
import { isKnown, REVALIDATE_HEADERS } from './page-response.ts'

const LOG_EVERY_MS = 10_000

/** What stands in front of Fastify. */
interface PageServer {
	/** Answers a request for a cached page; false if Fastify has to answer it. */
	answer: (request: IncomingMessage, response: ServerResponse) => boolean
	/** Logs regularly how many requests were answered, until the returned function is called. */
	logAnswers: (log: FastifyBaseLogger) => () => void
}

/**
 * Serves cached pages without the framework: they depend on the address alone, and cost too little to be rate limited.
 */
export function servePageCache(config: Config, pages: PageCache): PageServer {
	const { 'content-security-policy': usualPolicy = '', ...others } = securityHeaders(config)
	const always = Object.entries({ ...others, ...REVALIDATE_HEADERS }).flat()
	// Only Fastify knows which host a trusted proxy names
	const isOriginKnown = config.publicUrl !== undefined || config.trustedProxies === 0
	let answered = 0

	// Most requests name the same host as the one before
	let latest = { host: '', origin: originOf(config, { protocol: 'http', host: '' }) }
	function originAt(host: string): string {
		if (host !== latest.host) latest = { host, origin: originOf(config, { protocol: 'http', host }) }
		return latest.origin
	}

	function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
		if (!isOriginKnown || (method !== 'GET' && method !== 'HEAD')) return false
		const page = pages.kept(`${originAt(headers.host ?? '')} ${pathOf({ url })}`)
		if (page?.status !== 200 || page.redirect !== undefined) return false
		const { encoding, etag } = pageBody(page, String(headers['accept-encoding'] ?? ''))
		const body = page.ready.get(encoding)
		if (!body) return false
		const known = isKnown(headers['if-none-match'], etag)
		const own = ['etag', etag, 'content-security-policy', page.policy ?? usualPolicy]
		if (!known) own.push('content-type', page.type, 'content-length', String(body.length))
		if (!known && encoding !== 'identity') own.push('content-encoding', encoding)
		response.writeHead(known ? 304 : 200, [...always, ...own])
		response.end(known || method === 'HEAD' ? undefined : body)
		answered++
		return true
	}

	// A line for each answer would take as long as the answer
	function logAnswers(log: FastifyBaseLogger): () => void {
		const timer = setInterval(() => {
			if (answered > 0) log.info({ answered }, 'kept pages')
			answered = 0
		}, LOG_EVERY_MS)
		timer.unref()
		return () => clearInterval(timer)
	}

	return { answer, logAnswers }
}
