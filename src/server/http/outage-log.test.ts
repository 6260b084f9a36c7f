import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createOutageLog } from './outage-log.ts'

test('failures of an outage are logged at once, then in one line per second with their number', () => {
	vi.useFakeTimers()
	try {
		const lines: { failures: number; err: { code: string } }[] = []
		const { log } = fastify({ logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } } })
		const outages = createOutageLog(log)
		const fail = (times: number) => {
			for (let i = 0; i < times; i++) outages.record(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
		}
		fail(500)
		expect(lines.map(({ failures }) => failures)).toEqual([1])
		vi.advanceTimersByTime(1_000)
		fail(20)
		vi.advanceTimersByTime(1_000)
		expect(lines.map(({ failures }) => failures)).toEqual([1, 499, 20])
		vi.advanceTimersByTime(60_000)
		expect(lines).toHaveLength(3)
		fail(1)
		expect(lines.at(-1)).toMatchObject({ failures: 1, err: { code: 'ECONNREFUSED' } })
	} finally {
		vi.useRealTimers()
	}
})
