import type { IncomingMessage, ServerResponse } from 'node:http'
import { RETRY_AFTER_SECONDS, UNAVAILABLE } from './errors.ts'
import type { Limiter } from './limiter.ts'
import { getClientAddress, toSharedNetwork } from './networks.ts'

/** Sends a 503 without Fastify, which would take several times as long: under overload, rejecting must cost next to nothing. */
export type EarlyRejection = (request: Pick<IncomingMessage, 'method'>, response: ServerResponse) => void

/** Creates the rejection of requests with a fixed body and the headers of every response. */
export function createEarlyRejection(
	securityHeaders: Readonly<Record<string, string>>,
	{ type, body }: { type: string; body: string },
): EarlyRejection {
	const bytes = Buffer.from(body)
	const headers = Object.entries({
		...securityHeaders,
		'cache-control': 'no-store',
		'content-type': type,
		'content-length': String(bytes.length),
		'retry-after': RETRY_AFTER_SECONDS,
	}).flat()
	return ({ method }, response) => {
		response.writeHead(503, headers)
		response.end(method === 'HEAD' ? undefined : bytes)
	}
}

/**
 * Creates the function that rejects calls of the API that read, while the queue of `reads` is full for their network. It
 * returns false for requests that Fastify has to answer: those of other origins need its headers.
 */
export function createReadRejection(
	securityHeaders: Readonly<Record<string, string>>,
	reads: Limiter,
	{ trustedProxies, onRejected }: { trustedProxies: number; onRejected?: (() => void) | undefined },
): (request: IncomingMessage, response: ServerResponse) => boolean {
	const reject = createEarlyRejection(securityHeaders, {
		type: 'application/json; charset=utf-8',
		body: JSON.stringify({ success: false, ...UNAVAILABLE }),
	})
	return (request, response) => {
		if (request.method !== 'GET' || request.headers.origin !== undefined) return false
		if (!request.url?.startsWith('/api/')) return false
		if (!reads.refuseIfFull(() => toSharedNetwork(getClientAddress(request, trustedProxies)))) return false
		reject(request, response)
		onRejected?.()
		return true
	}
}
