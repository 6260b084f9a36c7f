import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { createLogOptions, logResponse } from './log.ts'

afterEach(() => void vi.useRealTimers())

interface Line {
	msg: string
	failures?: number
	err: { code: string; message: string }
}

function startLog() {
	vi.useFakeTimers()
	const lines: Line[] = []
	const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
	const { logger } = createLogOptions({ logLevel: 'info' })
	if (!logger) throw new Error('There is no log')
	return { lines, log: fastify({ logger: { ...logger, stream } }).log }
}

const failure = (code: string) => Object.assign(new Error('away'), { code })

test('each kind of failure of an outage is logged at once, then in one line a second with its number', () => {
	const { lines, log } = startLog()
	const fail = (times: number, code: string, message: string) => {
		// Requests and jobs have loggers of their own
		for (let i = 0; i < times; i++) log.child({ reqId: i }).error({ err: failure(code) }, message)
	}
	const read = () => lines.splice(0).map(({ msg, err, failures }) => [msg, err.code, failures])
	fail(500, 'ECONNREFUSED', 'unavailable')
	fail(40, '57P01', 'unavailable')
	fail(3, 'ECONNREFUSED', 'job failed')
	expect(read()).toEqual([
		['unavailable', 'ECONNREFUSED', 1],
		['unavailable', '57P01', 1],
		['job failed', 'ECONNREFUSED', 1],
	])
	vi.advanceTimersByTime(1_000)
	expect(read()).toEqual([
		['unavailable', 'ECONNREFUSED', 499],
		['unavailable', '57P01', 39],
		['job failed', 'ECONNREFUSED', 2],
	])
	vi.advanceTimersByTime(60_000)
	expect(read()).toEqual([])
	fail(1, 'ECONNREFUSED', 'unavailable')
	expect(read()).toEqual([['unavailable', 'ECONNREFUSED', 1]])
})

test('other errors are all logged', () => {
	const { lines, log } = startLog()
	for (let i = 0; i < 3; i++) log.error({ err: new TypeError('x is not a function') }, 'request failed')
	log.error('a mail was not sent: the queue is full')
	expect(lines.map(({ msg }) => msg)).toEqual([
		...['request failed', 'request failed', 'request failed'],
		'a mail was not sent: the queue is full',
	])
})

test.each([
	['53100', 'its disk is full'],
	['08P01', 'a pooler'],
	['57P01', 'shut down'],
])('an answer %s of the database is logged in words', (code, words) => {
	const { lines, log } = startLog()
	log.error({ err: Object.assign(failure(code), { severity: 'FATAL' }) }, 'job failed')
	expect(lines[0]?.err.message).toContain(`The database answered ${code}: `)
	expect(lines[0]?.err.message).toContain(words)
})

test('a page that asks the API within the process is one line, which a request from outside caused', async () => {
	const lines: { route: string }[] = []
	const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
	const { logger, ...options } = createLogOptions({ logLevel: 'info' })
	if (!logger) throw new Error('There is no log')
	await using app = fastify({ ...options, logger: { ...logger, stream } })
	app.decorateRequest('refusal', null)
	app.decorateRequest('securityEvent', null)
	app.decorateRequest('viewer', null)
	app.addHook('onResponse', logResponse)
	app.get('/api/reviews', async () => 'reviews')
	app.get('/page', async () => (await Promise.all([app.inject('/api/reviews'), app.inject('/api/reviews')])).length)
	const address = await app.listen({ host: '127.0.0.1', port: 0 })
	expect(await (await fetch(`${address}/page`)).text()).toBe('2')
	expect(await (await fetch(`${address}/api/reviews`)).text()).toBe('reviews')
	const routes = () => lines.flatMap(({ route }) => route ?? [])
	await expect.poll(routes).toEqual(['/page', '/api/reviews'])
})
