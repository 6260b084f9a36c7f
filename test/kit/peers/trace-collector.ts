import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector gets it. */
export interface CollectedSpan {
	traceId: string
	spanId: string
	parentSpanId?: string
	name: string
	attributes: Readonly<Record<string, unknown>>
}

interface TraceRequest {
	resourceSpans: {
		scopeSpans: {
			spans: (Omit<CollectedSpan, 'attributes'> & {
				attributes: { key: string; value: Record<string, unknown> }[]
			})[]
		}[]
	}[]
}

/** An OpenTelemetry collector that keeps what it gets over HTTP as JSON. */
export interface TraceCollector extends AsyncDisposable {
	url: string
	spans: readonly CollectedSpan[]
	/** All bodies as they arrived. */
	text: () => string
}

/** Starts a collector on a free loopback port, or on the given one. */
export async function startTraceCollector(port = 0): Promise<TraceCollector> {
	const spans: CollectedSpan[] = []
	let text = ''
	const server = createServer(async (request, response) => {
		let body = ''
		for await (const bytes of request) body += bytes
		text += body
		const { resourceSpans } = JSON.parse(body) as TraceRequest
		for (const { attributes, ...span } of resourceSpans.flatMap(({ scopeSpans }) =>
			scopeSpans.flatMap((scope) => scope.spans),
		))
			spans.push({
				...span,
				attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
			})
		response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
	})
	server.listen(port, '127.0.0.1')
	await once(server, 'listening')
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		spans,
		text: () => text,
		async [Symbol.asyncDispose]() {
			const closed = once(server, 'close')
			server.close()
			server.closeAllConnections()
			await closed
		},
	}
}
