import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask } from '#kit/ask.ts'
import { createSeededLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'

// Set SLOW_CLIENTS=1000 for the full case: so many never end the head of a request, and a fifth as many its body.
const CLIENTS = Number(process.env.SLOW_CLIENTS ?? 50)
const isLong = process.env.SLOW_CLIENTS !== undefined
const READS = isLong ? 1_000 : 50
/** With the default limits 20 s, and a second until the client has seen it; the short form has shorter ones, and a busy machine. */
const CLOSED_WITHIN_MS = isLong ? 21_000 : 15_000
const LIMITS: Record<string, string> = isLong ? {} : { HEADERS_TIMEOUT_SECONDS: '2', REQUEST_TIMEOUT_SECONDS: '2' }

const HEAD =
	'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{'

test('heads and bodies that arrive byte by byte do not delay others, and are closed within 20 s', {
	tags: ['trust-28'],
}, async () => {
	await using place = await createSeededLocation()
	// Behind a proxy every client has the same address
	await using site = await startProcess(place, { ...LIMITS, TRUSTED_PROXIES: '1' })
	const agent = new Agent({ keepAlive: true })
	await measure(site, agent)
	const quietMs = await measure(site, agent)

	const clients = [
		...Array.from({ length: CLIENTS }, () => open(site, 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ')),
		...Array.from({ length: CLIENTS / 5 }, () => open(site, HEAD)),
	]
	const dripping = drip(clients)
	const busyMs = await measure(site, agent)
	const openForMs = await Promise.all(clients.map(({ closed }) => closed))
	expect(Math.max(...openForMs)).toBeLessThan(CLOSED_WITHIN_MS)
	await dripping
	expect(await ask(`${site.url}/api/site`, agent)).toBe(200)
	agent.destroy()
	// A busy machine makes times that say nothing
	if (isLong) expect(busyMs / quietMs).toBeLessThan(2)
})

interface Client {
	socket: Socket
	/** Resolves once the server has closed the connection, with the time for which it was open. */
	closed: Promise<number>
}

function open(site: SiteProcess, text: string): Client {
	const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
	socket.on('error', () => {})
	const { promise: closed, resolve } = Promise.withResolvers<number>()
	let openedAt = performance.now()
	socket.once('connect', () => {
		openedAt = performance.now()
	})
	socket.once('close', () => resolve(performance.now() - openedAt))
	socket.once('end', () => socket.destroy())
	socket.write(text)
	socket.resume()
	return { socket, closed }
}

/** Sends a byte a second on each connection until all are closed. */
async function drip(clients: readonly Client[]): Promise<void> {
	for await (const _ of setInterval(1_000)) {
		const left = clients.filter(({ socket }) => socket.writable)
		if (left.length === 0) return
		for (const { socket } of left) socket.write('x')
	}
}

/** Returns the 99th percentile of the time that a read takes. */
async function measure(site: SiteProcess, agent: Agent): Promise<number> {
	const times: number[] = []
	for (let read = 0; read < READS; read++) {
		const began = performance.now()
		expect(await ask(`${site.url}/api/reviews?limit=5`, agent)).toBe(200)
		times.push(performance.now() - began)
	}
	return times.sort((one, other) => one - other)[Math.floor(READS * 0.99)] ?? 0
}
