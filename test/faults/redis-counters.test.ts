import { createSecretKey, randomUUID } from 'node:crypto'
import { setImmediate as waitForNextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { NO_REDIS, type RedisServer, startRedis } from '#kit/peers/redis-server.ts'
import { type Counters, createLocalCounters } from '#server/http/counters.ts'
import { createRedisCounters } from '#server/http/redis-counters.ts'

const REASON = NO_REDIS ? `. ${NO_REDIS}` : ''
const MINUTE_MS = 60_000
/** Long enough for a busy machine, and shorter than what a lost connection would take. */
const NOT_DELAYED_MS = 500

const cleanups: (() => unknown)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startServer(options?: { password?: string }): Promise<RedisServer> {
	const server = await startRedis(options)
	cleanups.push(() => server[Symbol.asyncDispose]())
	return server
}

/** Opens the counters of one process, with the lines that it logs. */
function openCounters(url: string, fingerprint = 'site'): { counters: Counters; lines: string[] } {
	const lines: string[] = []
	const { log } = fastify({ logger: { stream: { write: (line) => lines.push(JSON.parse(line).msg) } } })
	const key = createSecretKey(Buffer.alloc(32, 'k'))
	const counters = createRedisCounters({ url, fingerprint, key, clock: Date.now, log })
	cleanups.push(() => counters.close())
	return { counters, lines }
}

const add = (counters: Counters, amount = 1, subject = 'ann@example.org') =>
	counters.add({ group: 'requests', subject, amount, limit: 10, windowMs: MINUTE_MS })

/** Waits until the server counts. */
const reach = (server: RedisServer, counters: Counters, database?: number) =>
	expect
		.poll(
			async () => {
				const before = await server.listKeys(database)
				await add(counters, 1, randomUUID())
				return (await server.listKeys(database)).length - before.length
			},
			{ timeout: 60_000 },
		)
		.toBeGreaterThan(0)

test('a local counter adds up to its limit, and starts over after its window', async () => {
	const time = { now: 0 }
	const counters = createLocalCounters(() => time.now)
	expect(await add(counters, 6)).toEqual({ isAllowed: true, used: 6, resetMs: MINUTE_MS })
	time.now = 1_000
	expect(await add(counters, 5)).toEqual({ isAllowed: false, used: 6, resetMs: MINUTE_MS - 1_000 })
	expect(await add(counters, 4)).toEqual({ isAllowed: true, used: 10, resetMs: MINUTE_MS - 1_000 })
	expect(await add(counters, 1, 'ben')).toMatchObject({ isAllowed: true, used: 1 })
	time.now = MINUTE_MS
	expect(await add(counters, 1)).toEqual({ isAllowed: true, used: 1, resetMs: MINUTE_MS })
})

test('a local counter starts over once the clock is set back', async () => {
	const time = { now: 1_000 * MINUTE_MS }
	const counters = createLocalCounters(() => time.now)
	await add(counters, 10)
	time.now = 0
	expect(await add(counters, 1)).toEqual({ isAllowed: true, used: 1, resetMs: MINUTE_MS })
})

test.skipIf(NO_REDIS)(`processes share their counters, and other sites have their own${REASON}`, async () => {
	const server = await startServer({ password: 'p@ss word' })
	const url = `${server.url}/3`
	const sites = [openCounters(url), openCounters(url), openCounters(url, 'other')] as const
	for (const { counters } of sites) await reach(server, counters, 3)
	const [one, two, other] = sites.map(({ counters }) => counters) as [Counters, Counters, Counters]
	expect(await add(one, 6)).toMatchObject({ isAllowed: true, used: 6 })
	expect(await add(two, 5)).toMatchObject({ isAllowed: false, used: 6 })
	const last = await add(two, 4)
	expect(last).toMatchObject({ isAllowed: true, used: 10 })
	expect(last.resetMs).toBeGreaterThan(MINUTE_MS / 2)
	expect(last.resetMs).toBeLessThanOrEqual(MINUTE_MS)
	expect(await add(other, 1)).toMatchObject({ isAllowed: true, used: 1 })
	expect(sites.flatMap(({ lines }) => lines)).toEqual([])
	const keys = await server.listKeys(3)
	expect(await server.listKeys()).toEqual([])
	for (const { key, ttlMs } of keys) {
		expect(key).toMatch(/^savepoint:(site|other):requests:[\w-]{22}$/)
		expect(ttlMs).toBeGreaterThan(0)
		expect(ttlMs).toBeLessThanOrEqual(MINUTE_MS)
	}
})

test.skipIf(NO_REDIS)(`a killed server delays no request, and counts again once it is back${REASON}`, async () => {
	const server = await startServer()
	const { counters, lines } = openCounters(server.url)
	await reach(server, counters)
	await add(counters, 9)
	const isOver = countSteadily(counters)
	await server.kill()
	// This process counts from zero, up to the same limit
	await expect.poll(() => add(counters, 9)).toMatchObject({ isAllowed: true, used: 9 })
	expect(await add(counters, 2)).toMatchObject({ isAllowed: false })
	await server.start()
	await reach(server, counters)
	expect(await isOver()).toBeLessThan(NOT_DELAYED_MS)
	expect(lines).toEqual([UNAVAILABLE])
})

test.skipIf(NO_REDIS)(`a silent server delays requests for a moment only, and counts again${REASON}`, async () => {
	const server = await startServer()
	const { counters, lines } = openCounters(server.url)
	await reach(server, counters)
	const isOver = countSteadily(counters)
	server.freeze()
	await expect.poll(() => lines).toEqual([UNAVAILABLE])
	server.thaw()
	await reach(server, counters)
	expect(await isOver()).toBeLessThan(NOT_DELAYED_MS)
	expect(lines).toEqual([UNAVAILABLE])
})

const UNAVAILABLE = 'Redis is unavailable: until it is back, this process counts by itself'

/** Counts without a pause until the returned function is called, which returns the longest wait in milliseconds. */
function countSteadily(counters: Counters): () => Promise<number> {
	let isOver = false
	let longestMs = 0
	const counting = (async () => {
		while (!isOver) {
			const startedMs = performance.now()
			await add(counters, 1, 'steady')
			longestMs = Math.max(longestMs, performance.now() - startedMs)
			await waitForNextTurn()
		}
	})()
	return async () => {
		isOver = true
		await counting
		return longestMs
	}
}
