import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A load balancer over several servers, with kept-alive connections to each. */
export interface Balancer extends AsyncDisposable {
	url: string
	/** Requests that a server accepted and did not answer, with the code of the error. */
	failures: string[]
}

/**
 * Starts a balancer that sends each request to the next server, and goes on to another one only if the connection is refused.
 * Every other failure is a 502 that names it.
 */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
	// Connections are used in turn, so that none is idle for long
	const agents = urls.map(() => new Agent({ keepAlive: true, scheduling: 'fifo' }))
	const failures: string[] = []
	let turn = 0

	async function pass(received: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await buffer(received)
		const first = turn++
		let failure = ''
		for (let attempt = 0; attempt < urls.length; attempt++) {
			const index = (first + attempt) % urls.length
			try {
				const answer = await send(received, body, urls[index] ?? '', agents[index])
				const bytes = await buffer(answer)
				const { connection: _, ...headers } = answer.headers
				response.writeHead(answer.statusCode ?? 0, headers).end(bytes)
				return
			} catch (error) {
				failure = (error as NodeJS.ErrnoException).code ?? String(error)
				if (failure !== 'ECONNREFUSED') break
			}
		}
		failures.push(`${received.method} ${received.url}: ${failure}`)
		response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error: failure }))
	}

	// Clients keep their connections, which must not end by themselves
	const server = createServer({ keepAliveTimeout: 0 }, (received, response) => void pass(received, response))
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	return {
		url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
		failures,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
			for (const agent of agents) agent.destroy()
		},
	}
}

async function send(
	{ method, url, headers: { connection: _, ...headers } }: IncomingMessage,
	body: Buffer,
	to: string,
	agent: Agent | undefined,
): Promise<IncomingMessage> {
	const sent = request(to + url, { method, headers, agent })
	sent.end(body)
	const [answer] = (await once(sent, 'response')) as [IncomingMessage]
	return answer
}
