import { expect, test } from 'vitest'
import { createSimulatedTime, type Fault, startFaultyServer } from '#kit/peers/faulty-server.ts'
import { SourceError, type SourceFailure } from './source.ts'
import {
	createThrottledClient,
	MAX_ATTEMPTS,
	RequestRejected,
	ServiceTimeout,
	SYSTEM_TIMING,
} from './throttled-client.ts'

const POLICY = { name: 'The lamp list', intervalMs: 250, rateLimitWaitMs: 60_000, timeoutMs: 5_000 }

/** Starts a server with faults for its first requests, and a client; `waits` returns how long the client waited before each request. */
async function serverAnd(
	faults: readonly Fault[] | Fault,
	policy: Partial<Parameters<typeof createThrottledClient>[0]> = {},
	chance = 0,
) {
	const time = createSimulatedTime(chance)
	const fault = (number: number) => (Array.isArray(faults) ? faults[number - 1] : (faults as Fault))
	const server = await startFaultyServer(time, () => ({ body: { lamps: 'lit '.repeat(20) } }), fault)
	const reader = createThrottledClient({ ...POLICY, ...policy }, time)
	const { signal } = new AbortController()
	return {
		time,
		server,
		ask: () => reader({ url: `${server.url}/lamps`, headers: { authorization: 'Bearer s3cret' }, body: 'all' }, signal),
		waits: () => server.asked.slice(1).map(({ at }, index) => at - (server.asked[index]?.at ?? 0)),
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	}
}

const lit = { lamps: 'lit '.repeat(20) }

test.each<[string, Fault]>([
	['a cut connection', 'cut'],
	['a cut answer', 'cut answer'],
	['half an answer', 'half answer'],
	['a page', { body: '<!doctype html><title>Back soon</title>' }],
	['an empty answer', { body: '' }],
	['a 500', { status: 500, body: 'no' }],
	['a 502', { status: 502, body: '<html>' }],
	['a 503', { status: 503, body: {} }],
	['silence', 'silence'],
])('after %s the request is retried with growing waits', async (_, fault) => {
	await using it = await serverAnd([fault, fault, fault], { timeoutMs: fault === 'silence' ? 1_000 : 5_000 })
	expect(await it.ask()).toEqual(lit)
	expect(it.waits()).toEqual([1_000, 2_000, 4_000])
})

test('jitter lengthens the waits, so that clients do not retry all at once', async () => {
	await using it = await serverAnd(['cut', 'cut'], {}, 0.5)
	await it.ask()
	expect(it.waits()).toEqual([1_500, 3_000])
})

test('requests keep their interval, and an adaptive pause lasts as long as the response took', async () => {
	await using it = await serverAnd([])
	for (let count = 0; count < 5; count++) await it.ask()
	expect(it.waits()).toEqual([250, 250, 250, 250])

	const time = createSimulatedTime()
	await using slow = await startFaultyServer(
		time,
		() => {
			time.now += 20_000
			return { body: {} }
		},
		() => undefined,
	)
	const ask = createThrottledClient({ ...POLICY, hasAdaptivePause: true }, time)
	const { signal } = new AbortController()
	for (let count = 0; count < 4; count++) await ask({ url: slow.url, headers: {}, body: '' }, signal)
	expect(slow.asked.map(({ at }) => at - (slow.asked[0]?.at ?? 0))).toEqual([0, 40_000, 80_000, 120_000])
})

test.each<[string, Record<string, string>, number]>([
	['seconds', { 'retry-after': '37' }, 37_000],
	['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:01:30 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 90_000],
	['nothing', {}, 60_000],
	['nonsense', { 'retry-after': 'soon' }, 60_000],
	[
		'a time that is over',
		{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' },
		1_000,
	],
])('a 429 response with %s causes a wait', async (_, headers, waitMs) => {
	await using it = await serverAnd([{ status: 429, headers, body: '' }])
	expect(await it.ask()).toEqual(lit)
	expect(it.waits()).toEqual([waitMs])
})

test('a long wait is reported with its reason', async () => {
	const messages: string[] = []
	const limit = { status: 429, headers: { 'retry-after': '37' }, body: '' }
	await using it = await serverAnd(['cut', limit, 'half answer'], { onPause: (sentence) => messages.push(sentence) })
	await it.ask()
	expect(messages).toEqual([
		'The lamp list reports too many requests. Retrying in 37 seconds.',
		'The lamp list sends truncated responses. Retrying in 4 seconds.',
	])
})

test('a very long Retry-After ends the run', async () => {
	await using it = await serverAnd({ status: 503, headers: { 'retry-after': '86400' }, body: '' })
	await expect(it.ask()).rejects.toThrow(
		new SourceError('The lamp list asks for a pause of 1440 minutes. Run the command again after that', 'unreachable'),
	)
	expect(it.server.asked).toHaveLength(1)
})

test.each<[string, Fault, string, SourceFailure]>([
	[
		'a cut connection',
		'cut',
		'The lamp list cannot be reached (UND_ERR_SOCKET), 8 times in a row. Try again later',
		'unreachable',
	],
	[
		'half an answer',
		'half answer',
		'The lamp list sends truncated responses, 8 times in a row. Try again later',
		'truncated',
	],
	[
		'a cut answer',
		'cut answer',
		'The lamp list sends truncated responses, 8 times in a row. Try again later',
		'truncated',
	],
	[
		'a page',
		{ body: ' <p>' },
		'The lamp list returns a web page instead of data, 8 times in a row. Try again later',
		'truncated',
	],
	[
		'a 500',
		{ status: 500, body: 's3cret' },
		'The lamp list fails with status 500, 8 times in a row. Try again later',
		'unreachable',
	],
	[
		'a 429',
		{ status: 429, body: '' },
		'The lamp list reports too many requests, 8 times in a row. Try again later',
		'rateLimited',
	],
])('endless failures (%s) are reported without the secret', async (_, fault, sentence, failure) => {
	await using it = await serverAnd(fault)
	await expect(it.ask()).rejects.toThrow(new SourceError(sentence, failure))
	expect(it.server.asked).toHaveLength(MAX_ATTEMPTS)
})

test('a service that never responds is reported, at once to a client that can send a smaller query', {
	tags: ['ci'],
}, async () => {
	await using it = await serverAnd('silence', { timeoutMs: 400 })
	await expect(it.ask()).rejects.toThrow(
		'The lamp list took longer than 0.4 seconds, 8 times in a row. Try again later',
	)
	await using smaller = await serverAnd('silence', { timeoutMs: 1_000, timeoutPattern: /TimeoutException/ })
	await expect(smaller.ask()).rejects.toThrow(ServiceTimeout)
	expect(smaller.server.asked).toHaveLength(1)
})

test.each<[string, Fault]>([
	['in the middle of its answer', { body: '{"lamps":["lit",\njava.util.concurrent.TimeoutException\n\tat java.util' }],
	['with a 500', { status: 500, body: 'java.util.concurrent.TimeoutException' }],
	['with a 504', { status: 504, body: '<html>' }],
])('a service that times out %s causes a ServiceTimeout', async (_, fault) => {
	await using it = await serverAnd(fault, { timeoutPattern: /TimeoutException/ })
	await expect(it.ask()).rejects.toThrow(ServiceTimeout)
})

test('a response of 100 MB is neither read to its end nor requested again', async () => {
	await using it = await serverAnd('flood')
	await expect(it.ask()).rejects.toThrow(
		new SourceError('The lamp list returned more than 32 MB, which cannot be a valid response', 'tooLarge'),
	)
	expect(it.server.asked).toHaveLength(1)
})

test('a redirect is not followed', async () => {
	await using other = await serverAnd([])
	await using it = await serverAnd({ status: 307, headers: { location: `${other.server.url}/lamps` }, body: '' })
	await expect(it.ask()).rejects.toThrow(
		/^The lamp list redirects from 127\.0\.0\.1:\d+ to another URL, which is not followed/,
	)
	expect([it.server.asked.length, other.server.asked.length]).toEqual([1, 0])
})

test('a rejected request is not retried', async () => {
	await using it = await serverAnd({ status: 400, body: { cause: 'what?' } })
	const refusal = await it.ask().catch((error: unknown) => error)
	expect(refusal).toBeInstanceOf(RequestRejected)
	expect(refusal).toMatchObject({ status: 400, responseText: '{"cause":"what?"}' })
	expect(it.server.asked).toHaveLength(1)
})

test('an unreachable address is reported', async () => {
	const { signal } = new AbortController()
	const ask = createThrottledClient(POLICY, createSimulatedTime())
	await expect(ask({ url: 'http://127.0.0.1:9', headers: {}, body: '' }, signal)).rejects.toThrow(
		/^The lamp list cannot be reached.*, 8 times in a row\. Try again later$/,
	)
})

test.each<[string, Fault]>([
	['a wait', { status: 429, headers: { 'retry-after': '600' }, body: '' }],
	['a request that is under way', 'silence'],
])('an abort ends %s', async (_, fault) => {
	const stop = new AbortController()
	await using server = await startFaultyServer(
		createSimulatedTime(),
		() => ({ body: {} }),
		() => {
			setTimeout(() => stop.abort(), 20)
			return fault
		},
	)
	const ask = createThrottledClient(POLICY, SYSTEM_TIMING)
	const request = { url: server.url, headers: {}, body: '' }
	await expect(ask(request, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
	expect(server.asked).toHaveLength(1)
})
