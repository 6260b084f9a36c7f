import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '#server/config.ts'

/** How often Node looks for connections past their limits. */
const CONNECTION_CHECK_MS = 500

type TimeLimits = Pick<Config, 'requestTimeoutMs' | 'headersTimeoutMs' | 'keepAliveMs' | 'writeTimeoutMs'>

/** Creates the HTTP server with limits on how long slow and silent clients may hold a connection. */
export function createHttpServer(limits: TimeLimits, listener: RequestListener): Server {
	const server = createServer(
		{
			// A check may come as late as the next one
			requestTimeout: limits.requestTimeoutMs - CONNECTION_CHECK_MS,
			headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs) - CONNECTION_CHECK_MS,
			connectionsCheckingInterval: CONNECTION_CHECK_MS,
			keepAliveTimeout: limits.keepAliveMs,
		},
		listener,
	)
	// Of a write; see connections.ts
	server.setTimeout(limits.writeTimeoutMs / 2)
	return server
}
