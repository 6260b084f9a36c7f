import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// biome-ignore lint/style/noRestrictedImports: a peer is slow in real time, tests wait for its answer
import { setTimeout as wait } from 'node:timers/promises'
import type { Timing } from '#server/catalog/throttled-client.ts'

/** Simulated time, which advances only by `sleep` or when a test sets it. */
export interface SimulatedTime extends Timing {
	now: number
}

export function createSimulatedTime(chance = 0.5): SimulatedTime {
	const time: SimulatedTime = {
		now: Date.UTC(2026, 10, 21, 12),
		clock: () => time.now,
		async sleep(ms, signal) {
			signal.throwIfAborted()
			time.now += ms
		},
		random: () => chance,
	}
	return time
}

interface ReceivedRequest {
	/** When it was received, in simulated time. */
	at: number
	path: string
	headers: IncomingHttpHeaders
	body: string
}

/** A response; a body that is not a string is sent as JSON. */
export interface Reply {
	status?: number
	headers?: Record<string, string>
	body: unknown
}

/** What the server does instead of a good response. */
export type Fault =
	| Reply
	/** Closes the connection without a response. */
	| 'cut'
	/** Closes the connection in the middle of the response. */
	| 'cut answer'
	/** Sends only half of the response, as if it were complete. */
	| 'half answer'
	/** Sends 100 MB. */
	| 'flood'
	/** Never ends the response. */
	| 'silence'

/** Starts a local HTTP server; `fault` decides by a request's number, from 1, whether its response is faulty. */
export async function startFaultyServer(
	time: SimulatedTime,
	answer: (asked: ReceivedRequest) => Reply,
	fault: (number: number, asked: ReceivedRequest) => Fault | undefined,
	/** How long each answer takes, in real time. */
	delayMs = 0,
) {
	const asked: ReceivedRequest[] = []
	const good = (here: ReceivedRequest): Reply => {
		try {
			return answer(here)
		} catch (error) {
			// An error in the test itself must not look like a temporary failure
			return { status: 418, body: String(error) }
		}
	}
	const server = createServer(async (request, response) => {
		let body = ''
		for await (const chunk of request) body += chunk
		const here = { at: time.now, path: request.url ?? '', headers: request.headers, body }
		asked.push(here)
		if (delayMs > 0) await wait(delayMs)
		const spoilt = fault(asked.length, here)
		if (typeof spoilt === 'object') send(response, spoilt)
		else if (spoilt === 'cut') response.destroy()
		else if (spoilt === 'silence') response.writeHead(200).write('[')
		else if (spoilt === 'flood') flood(response)
		else if (spoilt === undefined) send(response, good(here))
		else {
			const text = JSON.stringify(good(here).body)
			const half = text.slice(0, Math.floor(text.length / 2))
			if (spoilt === 'half answer') response.end(half)
			else response.writeHead(200, { 'content-length': text.length }).write(half, () => response.destroy())
		}
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			await new Promise((done) => server.close(done))
		},
	}
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
	const isText = typeof body === 'string'
	response
		.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
		.end(isText ? body : JSON.stringify(body))
}

function flood(response: ServerResponse): void {
	const chunk = Buffer.alloc(1_000_000, '[')
	let sent = 0
	const go = () => {
		while (sent++ < 100) if (!response.write(chunk)) return void response.once('drain', go)
		response.end()
	}
	response.writeHead(200, { 'content-type': 'application/json' })
	go()
}

/** Returns the maximum number of requests within any time span of `spanMs`. */
export function maxWithin(asked: readonly { at: number }[], spanMs: number): number {
	return Math.max(0, ...asked.map(({ at }) => asked.filter((other) => other.at >= at && other.at < at + spanMs).length))
}
