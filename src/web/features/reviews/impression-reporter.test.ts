import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiRequest, Transport } from '#web/app/api-client.ts'
import { createImpressionReporter } from './impression-reporter.ts'

beforeEach(() => {
	vi.useFakeTimers()
})

afterEach(() => {
	vi.useRealTimers()
})

/** A fake server that records the reports and responds with the given statuses in turn, then with 202. */
function listening(...statuses: number[]) {
	const requests: ApiRequest[] = []
	const transport: Transport = async (request) => {
		requests.push(request)
		const status = statuses.shift() ?? 202
		if (status === 0) throw new TypeError('Failed to fetch')
		return { status, body: { success: status === 202 } }
	}
	return {
		transport,
		requests,
		reported: () => requests.map(({ body }) => JSON.parse(String(body)) as { impressions: string[]; views: string[] }),
	}
}

const online = () => true

test('impressions within two seconds are reported in one keepalive request', async () => {
	const server = listening()
	const reports = createImpressionReporter(server.transport, online)
	reports.record('impressions', 'a')
	reports.record('views', 'b')
	reports.record('impressions', 'c')
	await vi.advanceTimersByTimeAsync(1999)
	expect(server.requests).toEqual([])
	await vi.advanceTimersByTimeAsync(1)
	expect(server.reported()).toEqual([{ impressions: ['a', 'c'], views: ['b'] }])
	expect(server.requests[0]).toMatchObject({ url: '/api/reviews/seen', method: 'POST', keepalive: true })
})

test('an impression of a review is reported once a day', async () => {
	vi.setSystemTime('2026-11-21T23:59:00Z')
	const server = listening()
	const reports = createImpressionReporter(server.transport, online)
	reports.record('impressions', 'a')
	await reports.flush()
	reports.record('impressions', 'a')
	await reports.flush()
	expect(server.requests).toHaveLength(1)
	vi.setSystemTime('2026-11-22T00:00:01Z')
	reports.record('impressions', 'a')
	await reports.flush()
	expect(server.requests).toHaveLength(2)
})

test('a view is reported even after an impression of the same review', async () => {
	const server = listening()
	const reports = createImpressionReporter(server.transport, online)
	reports.record('impressions', 'a')
	await reports.flush()
	reports.record('views', 'a')
	await reports.flush()
	expect(server.reported()).toEqual([
		{ impressions: ['a'], views: [] },
		{ impressions: [], views: ['a'] },
	])
})

test('a request contains at most fifty ids, and none is lost', async () => {
	const server = listening()
	const reports = createImpressionReporter(server.transport, online)
	const ids = Array.from({ length: 120 }, (_, n) => `review ${n}`)
	for (const id of ids) reports.record('impressions', id)
	await vi.advanceTimersByTimeAsync(2000)
	expect(server.reported().every(({ impressions }) => impressions.length <= 50)).toBe(true)
	expect(server.reported().flatMap(({ impressions }) => impressions)).toEqual(ids)
})

test('reports wait while offline and are sent once online', async () => {
	const server = listening()
	let isOnline = false
	const reports = createImpressionReporter(server.transport, () => isOnline)
	reports.record('impressions', 'a')
	await vi.advanceTimersByTimeAsync(60_000)
	expect(server.requests).toEqual([])
	isOnline = true
	await reports.flush()
	expect(server.reported()).toEqual([{ impressions: ['a'], views: [] }])
})

test.each([0, 429, 503])('a report that failed with %s is sent with the next one', async (status) => {
	const server = listening(status)
	const reports = createImpressionReporter(server.transport, online)
	reports.record('impressions', 'a')
	await reports.flush()
	reports.record('views', 'b')
	await reports.flush()
	expect(server.reported().at(-1)).toEqual({ impressions: ['a'], views: ['b'] })
	await reports.flush()
	expect(server.requests).toHaveLength(2)
})

test('a rejected report is not sent again', async () => {
	const server = listening(400)
	const reports = createImpressionReporter(server.transport, online)
	reports.record('impressions', 'a')
	await reports.flush()
	await reports.flush()
	expect(server.requests).toHaveLength(1)
})
