import { expect, test, vi } from 'vitest'
import { UNAVAILABLE } from './errors.ts'
import { inTurn } from './limiter.ts'

test('work whose turn does not come in time is refused, and leaves its place to the next', async () => {
	vi.useFakeTimers()
	try {
		const turn = inTurn({ atOnce: 1, mostWaiting: 10, waitMs: 2_000, why: UNAVAILABLE, retrySeconds: 2 })
		const first = Promise.withResolvers<string>()
		const running = turn.run(() => first.promise)
		const late = expect(turn.run(async () => 'late')).rejects.toMatchObject({
			statusCode: 503,
			headers: { 'retry-after': '2' },
		})
		await vi.advanceTimersByTimeAsync(1_999)
		const next = turn.run(async () => 'next')
		await vi.advanceTimersByTimeAsync(1)
		await late
		first.resolve('first')
		expect(await Promise.all([running, next])).toEqual(['first', 'next'])
		expect(await turn.run(async () => 'free')).toBe('free')
	} finally {
		vi.useRealTimers()
	}
})
