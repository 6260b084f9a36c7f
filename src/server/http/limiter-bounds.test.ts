import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

const BUSY = { code: 'busy', error: 'Please come back in a moment.' }

/** Creates work that ends when the test calls `end`. */
function createPendingWork() {
	const { promise, resolve } = Promise.withResolvers<void>()
	const state = { began: false }
	const work = () => {
		state.began = true
		return promise
	}
	return { state, work, end: resolve }
}

test('runs up to the limit at once, queues up to the limit in order, and rejects the rest immediately', async () => {
	const limiter = createLimiter({ maxConcurrent: 2, maxQueued: 3, refusal: BUSY, retryAfterSeconds: 7 })
	const pending = Array.from({ length: 5 }, createPendingWork)
	const running = pending.map(({ work }) => limiter.run(work))
	const getStarted = () => pending.map(({ state }) => state.began)
	expect(getStarted()).toEqual([true, true, false, false, false])

	const extra = createPendingWork()
	await expect(limiter.run(extra.work)).rejects.toMatchObject({
		statusCode: 503,
		code: 'busy',
		headers: { 'retry-after': '7' },
	})
	expect(() => limiter.throwIfFull()).toThrow(BUSY.error)
	expect(extra.state.began).toBe(false)

	pending[1]?.end()
	await running[1]
	await expect.poll(getStarted).toEqual([true, true, true, false, false])
	expect(() => limiter.throwIfFull()).not.toThrow()
	for (const { end } of pending) end()
	await Promise.all(running)
	expect(getStarted()).toEqual([true, true, true, true, true])
})

test('failed work frees its slot', async () => {
	const limiter = createLimiter({ maxConcurrent: 1, maxQueued: 1, refusal: BUSY, retryAfterSeconds: 1 })
	await expect(limiter.run(() => Promise.reject(new Error('It broke')))).rejects.toThrow('It broke')
	expect(await limiter.run(async () => 'done')).toBe('done')
})
