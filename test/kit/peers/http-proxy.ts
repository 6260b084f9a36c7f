import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy before a site, whose scripts a test can replace. */
export interface HttpProxy extends AsyncDisposable {
	url: string
	/** The site's origin. */
	target: string
	/** Scripts that are answered in place of the site's, by path. */
	scripts: Map<string, string>
}

/** Starts a proxy on a free loopback port. */
export async function startHttpProxy(target: string): Promise<HttpProxy> {
	const server = createServer((incoming, response) => {
		const { url = '/', method, headers } = incoming
		const script = proxy.scripts.get(url)
		if (script !== undefined) {
			response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script)
			return
		}
		const outgoing = request(new URL(url, proxy.target), { method, headers, agent: false }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers)
			answer.pipe(response)
		})
		outgoing.on('error', () => response.destroy())
		incoming.pipe(outgoing)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const proxy: HttpProxy = {
		// Service workers need a secure origin, which this name is
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		target,
		scripts: new Map(),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
	return proxy
}
