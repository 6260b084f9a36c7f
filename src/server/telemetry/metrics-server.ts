import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { METRICS_SETTINGS, toListenError } from '#server/lifecycle/startup-errors.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
/** Prometheus itself needs one. */
const MAX_CONNECTIONS = 16
const TIMEOUT_MS = 10_000

/**
 * Serves `/metrics` on an address of its own and returns the port. Concurrent requests share one reading, and a failed
 * one gets a 503. Throws `StartupError` if the address cannot be used. The server does not keep the process running.
 */
export async function serveMetrics(
	{ host, port }: { host: string; port: number },
	readMetrics: () => Promise<string>,
): Promise<{ port: number; close: () => Promise<void> }> {
	let reading: Promise<string> | undefined
	function readOnce(): Promise<string> {
		reading ??= readMetrics().finally(() => {
			reading = undefined
		})
		return reading
	}

	async function answer(path: string | undefined, send: (status: number, text: string) => void): Promise<void> {
		if (path !== '/metrics') return send(404, 'The metrics are at /metrics.\n')
		try {
			send(200, await readOnce())
		} catch {
			send(503, 'The metrics cannot be read right now.\n')
		}
	}

	const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
		void answer(request.url?.split('?', 1)[0], (status, text) =>
			response.writeHead(status, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' }).end(text),
		)
	})
	server.maxConnections = MAX_CONNECTIONS
	server.setTimeout(TIMEOUT_MS)
	await listen(server, host, port)
	server.unref()
	return {
		port: (server.address() as AddressInfo).port,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

function listen(server: Server, host: string, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', (error) => reject(toListenError(error, { host, port, settings: METRICS_SETTINGS })))
		server.listen({ host, port }, resolve)
	})
}
