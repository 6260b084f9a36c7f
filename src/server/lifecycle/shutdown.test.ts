import { once } from 'node:events'
import { createServer } from 'node:http'
import { Worker } from 'node:worker_threads'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { limitConnections } from '#server/http/client-connections.ts'
import { stopSite } from './shutdown.ts'

const LIMITS = { maxConnections: 100, maxConnectionsPerAddress: 100, trustedProxies: 0 }
/** Longer than idle connections stay open during a stop. */
const BUSY_MS = 3_500

/** A client in a thread of its own: it sends a second request over its connection on a message, and posts what it receives. */
const CLIENT = `
	const { parentPort, workerData: { port, sent } } = require('node:worker_threads')
	const socket = require('node:net').connect(port, '127.0.0.1')
	const ask = (done) => socket.write('GET / HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n', done)
	socket.on('data', (bytes) => parentPort.postMessage(bytes.toString()))
	socket.on('error', (error) => parentPort.postMessage(error.code))
	socket.on('close', () => { parentPort.postMessage('closed'); parentPort.close() })
	parentPort.once('message', () => ask(() => { Atomics.store(sent, 0, 1); Atomics.notify(sent, 0) }))
	ask()
`

test('a request that arrives on an idle connection while the stopping process is busy is answered', {
	tags: ['ci'],
}, async () => {
	let isStopping = false
	const server = createServer((_request, response) => {
		if (isStopping) response.setHeader('connection', 'close')
		response.end('ok')
	})
	const connections = limitConnections(server, LIMITS, fastify().log)
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	const port = typeof address === 'object' ? address?.port : 0
	const sent = new Int32Array(new SharedArrayBuffer(4))
	const client = new Worker(CLIENT, { eval: true, workerData: { port, sent } })
	const received: string[] = []
	client.on('message', (text: string) => received.push(text))
	await expect.poll(() => received).toHaveLength(1)

	/** Keeps the event loop busy, as heavy load does, while the second request arrives. */
	function beBusy() {
		client.postMessage('ask')
		const until = performance.now() + BUSY_MS
		Atomics.wait(sent, 0, 0)
		while (performance.now() < until);
	}
	const site = {
		app: { server },
		beginShutdown() {
			isStopping = true
			setImmediate(beBusy)
		},
		close: async () => {},
	}
	await stopSite(site, connections)
	await expect.poll(() => received.at(-1)).toBe('closed')
	expect(received[1]).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/i)
})
