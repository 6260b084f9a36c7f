import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

const WHY = { code: 'busy', error: 'Please come back in a moment.' }

/** Work that ends when the test says so. */
function heldWork() {
	const { promise, resolve } = Promise.withResolvers<void>()
	const state = { began: false }
	const work = () => {
		state.began = true
		return promise
	}
	return { state, work, end: resolve }
}

test('so much work runs at once, so much waits in its order, and the rest is refused at once', async () => {
	const limiter = createLimiter({ maxConcurrent: 2, maxQueued: 3, refusal: WHY, retryAfterSeconds: 7 })
	const held = Array.from({ length: 5 }, heldWork)
	const running = held.map(({ work }) => limiter.run(work))
	const begun = () => held.map(({ state }) => state.began)
	expect(begun()).toEqual([true, true, false, false, false])

	const extra = heldWork()
	await expect(limiter.run(extra.work)).rejects.toMatchObject({
		statusCode: 503,
		code: 'busy',
		headers: { 'retry-after': '7' },
	})
	expect(() => limiter.throwIfFull()).toThrow(WHY.error)
	expect(extra.state.began).toBe(false)

	held[1]?.end()
	await running[1]
	await expect.poll(begun).toEqual([true, true, true, false, false])
	expect(() => limiter.throwIfFull()).not.toThrow()
	for (const { end } of held) end()
	await Promise.all(running)
	expect(begun()).toEqual([true, true, true, true, true])
})

test('work that fails makes room like any other', async () => {
	const limiter = createLimiter({ maxConcurrent: 1, maxQueued: 1, refusal: WHY, retryAfterSeconds: 1 })
	await expect(limiter.run(() => Promise.reject(new Error('It broke')))).rejects.toThrow('It broke')
	expect(await limiter.run(async () => 'done')).toBe('done')
})
