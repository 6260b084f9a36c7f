import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectWhenIdle } from './idle-collection.ts'

const QUIET_MS = 3_000
let server: Server
let collections: number
const collect = () => {
	collections++
}

beforeEach(() => {
	vi.useFakeTimers()
	server = createServer()
	collections = 0
})

afterEach(() => {
	server.emit('close')
	vi.useRealTimers()
})

test('garbage is collected after some quiet seconds, and not while requests come', () => {
	collectWhenIdle(server, { collect, quietMs: QUIET_MS, minGrowthBytes: 0 })
	for (let n = 0; n < 5; n++) {
		vi.advanceTimersByTime(QUIET_MS - 1)
		server.emit('request')
	}
	expect(collections).toBe(0)
	vi.advanceTimersByTime(2 * QUIET_MS)
	expect(collections).toBeGreaterThan(0)
})

test('a quiet site whose memory does not grow is left alone', () => {
	collectWhenIdle(server, { collect, quietMs: QUIET_MS, minGrowthBytes: 1024 ** 3 / 4 })
	const held = Buffer.alloc(1024 ** 3 / 2)
	vi.advanceTimersByTime(10 * QUIET_MS)
	expect([held.length > 0, collections]).toEqual([true, 1])
})

test('the collector is that of V8', { tags: ['ci'] }, async () => {
	vi.useRealTimers()
	let isFreed = false
	const registry = new FinalizationRegistry(() => {
		isFreed = true
	})
	registry.register({ garbage: true }, undefined)
	collectWhenIdle(server, { quietMs: 10, minGrowthBytes: 0 })
	await expect.poll(() => isFreed).toBe(true)
})
