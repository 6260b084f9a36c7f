import { expect, test, vi } from 'vitest'
import { UNAVAILABLE } from './errors.ts'
import { createLimiter } from './limiter.ts'

test('work that waits too long is rejected and leaves the queue', async () => {
	vi.useFakeTimers()
	try {
		const limiter = createLimiter({
			maxConcurrent: 1,
			maxQueued: 10,
			maxWaitMs: 2_000,
			refusal: UNAVAILABLE,
			retryAfterSeconds: 2,
		})
		const first = Promise.withResolvers<string>()
		const running = limiter.run(() => first.promise)
		const late = expect(limiter.run(async () => 'late')).rejects.toMatchObject({
			statusCode: 503,
			headers: { 'retry-after': '2' },
		})
		await vi.advanceTimersByTimeAsync(1_999)
		const next = limiter.run(async () => 'next')
		await vi.advanceTimersByTimeAsync(1)
		await late
		first.resolve('first')
		expect(await Promise.all([running, next])).toEqual(['first', 'next'])
		expect(await limiter.run(async () => 'free')).toBe('free')
	} finally {
		vi.useRealTimers()
	}
})
