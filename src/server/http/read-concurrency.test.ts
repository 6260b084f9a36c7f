import { once } from 'node:events'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { ask } from '#kit/ask.ts'
import type { App } from './app-type.ts'
import { createReadRejection } from './early-rejection.ts'
import { createLimiter } from './limiter.ts'
import { limitConcurrentReads } from './read-concurrency.ts'

const CONCURRENT = 16
const QUEUED = 150
const QUEUED_OF_NETWORK = 37

/** The headers with which a proxy forwards a request of the nth network. */
const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:${n.toString(16)}::1` })

test('of calls that read, some run and some wait; more are refused, but not those with a limit of their own or of a rendering', async () => {
	const app = fastify({ trustProxy: true })
	const limiter = limitConcurrentReads(app as unknown as App, { databaseConnections: 1 })
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	let [running, mostRunning] = [0, 0]
	app.get('/api/read', { config: { summary: 'Reads' } }, async () => {
		mostRunning = Math.max(mostRunning, ++running)
		await released
		running--
		return 'read'
	})
	app.get('/api/limited', { config: { summary: 'Has a limit', limit: 'list' } }, () => 'limited')
	const url = await app.listen({ host: '127.0.0.1', port: 0 })
	const agent = new Agent({ keepAlive: true })
	try {
		const accepted = Array.from({ length: CONCURRENT + QUEUED }, (_, n) => ask(`${url}/api/read`, agent, from(n)))
		await expect.poll(limiter.queueState).toMatchObject({ running: CONCURRENT, waiting: QUEUED, refused: 0 })
		const rendering = app.inject('/api/read')

		expect(await ask(`${url}/api/read`, agent)).toBe(503)
		expect(await ask(`${url}/api/limited`, agent)).toBe(200)
		release()
		expect(new Set(await Promise.all(accepted))).toEqual(new Set([200]))
		expect((await rendering).statusCode).toBe(200)
		expect(mostRunning).toBeLessThanOrEqual(CONCURRENT + 1)
		expect(limiter.queueState()).toMatchObject({ running: 0, waiting: 0, refused: 1 })
	} finally {
		agent.destroy()
		await app.close()
	}
})

test('while the queue is full, calls that read are rejected before anything else sees them, but not writes, pages or other origins', async () => {
	const limiter = createLimiter({ maxConcurrent: 1, maxQueued: 0 })
	let rejected = 0
	const reject = createReadRejection({ 'x-content-type-options': 'nosniff' }, limiter, {
		trustedProxies: 0,
		onRejected: () => rejected++,
	})
	const server = createServer((request, response) => {
		if (!reject(request, response)) response.end('answered')
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const read = (init?: RequestInit) => fetch(`${url}/api/games`, init)
	try {
		expect((await read()).status).toBe(200)
		const running = limiter.run(() => released)
		const rejection = await read()
		expect([rejection.status, rejection.headers.get('retry-after'), await rejection.json()]).toEqual([
			503,
			'2',
			{
				success: false,
				code: 'unavailable',
				error: 'The service is not available right now. Please try again in a moment.',
			},
		])
		expect(rejection.headers.get('cache-control')).toBe('no-store')
		expect(rejection.headers.get('x-content-type-options')).toBe('nosniff')
		for (const answer of [
			await read({ method: 'POST' }),
			await read({ headers: { origin: 'https://localhost' } }),
			await fetch(`${url}/games`),
		])
			expect(answer.status).toBe(200)
		expect([rejected, limiter.queueState().refused]).toEqual([1, 1])
		release()
		await running
		expect((await read()).status).toBe(200)
	} finally {
		server.close()
		server.closeAllConnections()
	}
})

test('of a network, whose addresses are many, a quarter of the queue waits; the rest is refused early, and others still wait', async () => {
	const app = fastify({
		trustProxy: true,
		serverFactory: (handle) =>
			createServer((request, response) => reject?.(request, response) || handle(request, response)),
	})
	const limiter = limitConcurrentReads(app as unknown as App, { databaseConnections: 1 })
	const reject = createReadRejection({}, limiter, { trustedProxies: 1 })
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	let handled = 0
	app.addHook('onRequest', async () => {
		handled++
	})
	app.get('/api/read', { config: { summary: 'Reads' } }, () => released.then(() => 'read'))
	const url = await app.listen({ host: '127.0.0.1', port: 0 })
	const agent = new Agent({ keepAlive: true })
	const askFrom = (address: string) => ask(`${url}/api/read`, agent, { 'x-forwarded-for': address })
	try {
		const ofNetwork = Array.from({ length: 100 }, (_, n) => askFrom(`2001:db8:1:${n.toString(16)}::1`))
		await expect.poll(limiter.queueState).toMatchObject({
			running: CONCURRENT,
			waiting: QUEUED_OF_NETWORK,
			refused: 100 - CONCURRENT - QUEUED_OF_NETWORK,
		})
		const handledOfNetwork = handled
		expect(await askFrom('2001:db8:1:ffff::1')).toBe(503)
		expect(handled).toBe(handledOfNetwork)
		const ofOthers = Array.from({ length: 50 }, (_, n) => askFrom(`198.51.100.${n}`))
		await expect.poll(limiter.queueState).toMatchObject({ waiting: QUEUED_OF_NETWORK + 50 })
		release()
		expect(new Set(await Promise.all(ofOthers))).toEqual(new Set([200]))
		const served = (await Promise.all(ofNetwork)).filter((status) => status === 200)
		expect(served).toHaveLength(CONCURRENT + QUEUED_OF_NETWORK)
		expect(await askFrom('2001:db8:1::1')).toBe(200)
	} finally {
		agent.destroy()
		await app.close()
	}
})
