import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import type https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Network } from '#server/http/public-request.ts'

/** A local server that stands in for one on the internet, such as a source of images. */
export interface ImageSource extends AsyncDisposable {
	network: Network
	/** The requests received, in order, as host and path. */
	asked: string[]
	/** The address that each connection was meant for. */
	connectedTo: string[]
	/** The addresses that the next lookups resolve to, one list per lookup; the last one is reused. */
	resolvesTo: string[][]
}

const PUBLIC = '93.184.215.14'

/** Starts the server. Connections are redirected to it at the last moment, after recording their destination. */
export async function startImageSource(answer: RequestListener): Promise<ImageSource> {
	const asked: string[] = []
	const connectedTo: string[] = []
	const resolvesTo = [[PUBLIC]]
	const server = http.createServer((request, response) => {
		asked.push(`${request.headers.host}${request.url}`)
		answer(request, response)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const request = ((
		address: string,
		options: https.RequestOptions,
		onAnswer: (answer: http.IncomingMessage) => void,
	) => {
		const { hostname, pathname, search } = new URL(address)
		options.lookup?.(hostname, {}, (_error, ip) => connectedTo.push(String(ip)))
		const { method, signal, headers } = options
		const bent = {
			host: '127.0.0.1',
			port,
			method,
			path: pathname + search,
			agent: false,
			headers: { ...headers, host: hostname },
		}
		return http.request(signal ? { ...bent, signal } : bent, onAnswer)
	}) as typeof https.request
	const resolve = async () => (resolvesTo.length > 1 ? resolvesTo.shift() : resolvesTo[0]) ?? []
	return {
		network: { resolve, request },
		asked,
		connectedTo,
		resolvesTo,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
}
