import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '#server/config.ts'

/** How often Node checks for connections past their limits. */
const CONNECTION_CHECK_MS = 500

type TimeLimits = Pick<Config, 'requestTimeoutMs' | 'headersTimeoutMs' | 'keepAliveMs' | 'writeTimeoutMs'>

/** Creates the HTTP server with time limits for slow and idle clients. */
export function createHttpServer(limits: TimeLimits, listener: RequestListener): Server {
	const server = createServer(
		{
			// A connection past its limit is closed up to one check later
			requestTimeout: limits.requestTimeoutMs - CONNECTION_CHECK_MS,
			headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs) - CONNECTION_CHECK_MS,
			connectionsCheckingInterval: CONNECTION_CHECK_MS,
			keepAliveTimeout: limits.keepAliveMs,
		},
		listener,
	)
	// Limits stalled writes; Node needs two timeouts for one, see client-connections.ts
	server.setTimeout(limits.writeTimeoutMs / 2)
	return server
}
