import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { limitConnections } from './client-connections.ts'

const { log } = fastify()
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const HIGH_LIMITS = { maxConnections: 1000, maxConnectionsPerAddress: 1000, trustedProxies: 0 }

/** Starts a server with connection limits, and destroys its clients at the end. */
async function startServer(listener: RequestListener, limits = HIGH_LIMITS) {
	const server = createServer(listener)
	const connections = limitConnections(server, limits, log)
	const accepted: Socket[] = []
	server.on('connection', (socket: Socket) => accepted.push(socket))
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const clients: Socket[] = []
	return {
		server,
		connections,
		accepted,
		async connect(localAddress = '127.0.0.1') {
			const { port } = server.address() as AddressInfo
			const client = net.connect({ port, host: '127.0.0.1', localAddress })
			clients.push(client)
			client.on('error', () => {})
			await once(client, 'connect')
			return client
		},
		async [Symbol.asyncDispose]() {
			for (const client of clients) client.destroy()
			server.close()
			server.closeAllConnections()
		},
	}
}

function collectText(client: Socket): () => string {
	let text = ''
	client.on('data', (bytes) => {
		text += bytes.toString()
	})
	return () => text
}

test('pipelined requests are handled in order, one after the other', async () => {
	let count = 0
	const pending: ServerResponse[] = []
	await using site = await startServer((_request, response) => {
		count++
		pending.push(response)
	})
	const client = await site.connect()
	const text = collectText(client)
	client.write(GET.repeat(10))
	for (let index = 0; index < 10; index++) {
		await vi.waitFor(() => expect(pending).toHaveLength(1))
		expect(count).toBe(index + 1)
		pending.pop()?.end(`answer ${index};`)
	}
	await vi.waitFor(() => expect(text()).toContain('answer 9;'))
	expect([...text().matchAll(/answer \d;/g)].map(String)).toEqual(
		Array.from({ length: 10 }, (_, index) => `answer ${index};`),
	)
})

test('a client with too many pipelined requests is disconnected, and they are not handled', async () => {
	let count = 0
	await using site = await startServer(() => {
		count++
	})
	const client = await site.connect()
	client.write(GET.repeat(1000))
	await once(client, 'close')
	expect(count).toBe(1)
	// The other requests are not handled later either
	const next = await site.connect()
	next.write(GET)
	await vi.waitFor(() => expect(count).toBe(2))
})

test('a connection stays usable after pipelined requests', async () => {
	await using site = await startServer((_request, response) => response.end('.'))
	const client = await site.connect()
	const text = collectText(client)
	for (let round = 1; round <= 3; round++) {
		client.write(GET.repeat(5))
		await vi.waitFor(() => expect(text().match(/200 OK/g)).toHaveLength(5 * round))
	}
})

test('each address has its own limit, and a closed connection frees its slot', async () => {
	await using site = await startServer((_request, response) => response.end('.'), {
		...HIGH_LIMITS,
		maxConnectionsPerAddress: 2,
	})
	const [first] = [await site.connect('127.0.0.2'), await site.connect('127.0.0.2')]
	await once(await site.connect('127.0.0.2'), 'close')
	const other = await site.connect('127.0.0.3')
	const text = collectText(other)
	other.write(GET)
	await vi.waitFor(() => expect(text()).toContain('200 OK'))
	first.destroy()
	await once(site.accepted[0] as Socket, 'close')
	const again = await site.connect('127.0.0.2')
	again.write(GET)
	await once(again, 'data')
})

test('behind a proxy only the total number of connections is limited', async () => {
	await using site = await startServer((_request, response) => response.end('.'), {
		maxConnections: 3,
		maxConnectionsPerAddress: 1,
		trustedProxies: 1,
	})
	for (let index = 0; index < 3; index++) {
		const client = await site.connect()
		client.write(GET)
		await once(client, 'data')
	}
	await once(await site.connect(), 'close')
})

test('a client that does not read its response is disconnected after the write timeout', async () => {
	const body = Buffer.alloc(32 * 1024 * 1024)
	await using site = await startServer((_request, response) => response.end(body))
	site.server.setTimeout(100)
	const client = await site.connect()
	client.pause()
	client.write(GET)
	await vi.waitFor(() => expect(site.accepted).toHaveLength(1))
	await once(site.accepted[0] as Socket, 'close')
})

test('the write timeout does not close a connection whose response is still being prepared', async () => {
	await using site = await startServer((_request, response) => {
		site.server.once('timeout', () => setImmediate(() => response.end('late')))
	})
	site.server.setTimeout(100)
	const client = await site.connect()
	const text = collectText(client)
	client.write(GET)
	await vi.waitFor(() => expect(text()).toContain('late'))
})

test('too many unread response bytes close the largest connections long before their timeout', async () => {
	const large = Buffer.alloc(16 * 1024 * 1024)
	await using site = await startServer((_request, response) => response.end(large))
	const clients = await Promise.all(Array.from({ length: 12 }, () => site.connect()))
	for (const client of clients) {
		client.pause()
		client.write(GET)
	}
	const unsent = () => site.accepted.reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0)
	await vi.waitFor(() => expect(unsent()).toBeGreaterThan(100 * 1024 * 1024))
	await vi.waitFor(() => expect(unsent()).toBeLessThanOrEqual(48 * 1024 * 1024), { timeout: 60_000 })
	expect(site.accepted.some(({ destroyed }) => !destroyed)).toBe(true)
})

test('paused reading covers new connections and loses no request', async () => {
	let count = 0
	await using site = await startServer((_request, response) => {
		count++
		response.end('.')
	})
	const old = await site.connect()
	await vi.waitFor(() => expect(site.connections.countAccepted()).toBe(1))
	const resumeReading = site.connections.pauseReading()
	const fresh = await site.connect()
	await vi.waitFor(() => expect(site.connections.countAccepted()).toBe(2))
	const texts = [collectText(old), collectText(fresh)]
	old.write(GET)
	fresh.write(GET)
	// A whole exchange with another server takes longer than reading pending bytes
	await using other = await startServer((_request, response) => response.end('.'))
	const elsewhere = await other.connect()
	elsewhere.write(GET)
	await once(elsewhere, 'data')
	expect(count).toBe(0)
	resumeReading()
	await vi.waitFor(() => expect(texts.every((text) => text().includes('200 OK'))).toBe(true))
})

test('closeInactive closes idle connections, incomplete requests and stalled responses, but no pending ones', async () => {
	const answers: ServerResponse[] = []
	const body = Buffer.alloc(32 * 1024 * 1024)
	await using site = await startServer((request, response) => {
		if (request.url === '/slow') answers.push(response)
		else response.end(request.url === '/large' ? body : '.')
	})
	const send = async (text: string, isReading = true) => {
		const client = await site.connect()
		if (!isReading) client.pause()
		client.write(text)
		return client
	}
	const answered = await send(GET.replace('/', '/slow'))
	await send('')
	await send('GET / HTT')
	await send('POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{')
	const idle = await send(GET)
	await once(idle, 'data')
	await send(GET.replace('/', '/large'), false)
	await vi.waitFor(() => expect([answers.length, site.accepted.length]).toEqual([2, 6]))
	// The sweep has seen the stalled one
	await vi.waitFor(
		() => {
			site.connections.closeInactive()
			expect(site.accepted.filter(({ destroyed }) => !destroyed)).toHaveLength(1)
		},
		{ timeout: 60_000 },
	)
	const text = collectText(answered)
	answers[0]?.end('whole')
	await vi.waitFor(() => expect(text()).toContain('whole'))
})
