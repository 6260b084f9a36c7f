import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { follow } from '#contract/follows.ts'
import { createList } from '#contract/lists.ts'
import { createReview } from '#contract/reviews.ts'
import { logout } from '#contract/session-tokens.ts'
import { login, register } from '#contract/sessions.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

test('an unknown API path, or a known one with another method, returns a 404 error body', async () => {
	await using site = await startSite()
	for (const [method, url] of [
		['GET', '/api/nothing'],
		['GET', '/api/'],
		['PATCH', '/api/reviews'],
		['GET', '/api/auth/login'],
		['DELETE', '/api/games/1'],
	] as const) {
		const answer = await site.app.inject({ method, url })
		expect([method, url, answer.statusCode]).toEqual([method, url, 404])
		expect(answer.json()).toEqual({ success: false, error: expect.any(String), code: expect.any(String) })
	}
})

test("a trailing slash does not change a path's meaning", async () => {
	await using site = await startSite()
	expect((await site.app.inject({ url: '/api/reviews/' })).statusCode).toBe(200)
})

test('bodies must be JSON objects: other types, malformed JSON and arrays are rejected', async () => {
	await using site = await startSite()
	const post = (payload: string, type?: string) =>
		site.app.inject({ method: 'POST', url: login.url, payload, headers: type ? { 'content-type': type } : {} })
	expect((await post('{"identifier":"a"}', 'text/plain')).statusCode).toBe(415)
	expect((await post('identifier=a', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
	expect((await post('{"identifier":', 'application/json')).statusCode).toBe(400)
	// Also where no property is needed
	expect(
		(
			await site.app.inject({
				method: 'POST',
				url: logout.url,
				payload: 'null',
				headers: { 'content-type': 'application/json' },
			})
		).statusCode,
	).toBe(400)
	for (const payload of ['[]', '"text"', '7', 'null', 'true', ''])
		expect([payload, (await post(payload, 'application/json')).statusCode]).toEqual([payload, 400])
})

test('__proto__ and constructor.prototype change nothing', { tags: ['trust-22'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const headers = { authorization: `Bearer ${player.accessToken}`, 'content-type': 'application/json' }
	for (const payload of [
		'{"__proto__":{"polluted":true},"gameId":1}',
		'{"gameId":1,"constructor":{"prototype":{"polluted":true}}}',
		'{"gameId":1,"timePlayed":{"__proto__":{"polluted":true}}}',
	]) {
		const answer = await site.app.inject({ method: 'POST', url: createReview.url, headers, payload })
		expect(answer.statusCode).toBe(400)
	}
	await site.app.inject({ url: '/api/reviews?__proto__[polluted]=1&constructor.prototype.polluted=1' })
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a body over 1 MB returns 413, and deep or wide bodies return 400 or an ordinary refusal', {
	tags: ['trust-21'],
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const post = (payload: string) =>
		site.app.inject({
			method: 'POST',
			url: createReview.url,
			payload,
			headers: { authorization: `Bearer ${player.accessToken}`, 'content-type': 'application/json' },
		})
	expect((await post(`{"description":"${'x'.repeat(1024 * 1024)}"}`)).statusCode).toBe(413)
	expect((await post(`{"gameId":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).statusCode).toBe(400)
	expect((await post(`{"gameId":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)).statusCode).toBe(400)
	expect((await post(`{${Array.from({ length: 70_000 }, (_, index) => `"k${index}":1`).join(',')}}`)).statusCode).toBe(
		400,
	)
})

test('a long query, a long header and a wrong content-length are rejected, and the server keeps running', {
	tags: ['trust-21'],
}, async () => {
	await using site = await startSite()
	const port = await listening(site)
	expect(
		await statusOf(port, `GET /api/reviews?search=${'x'.repeat(1024 * 1024)} HTTP/1.1\r\nhost: a\r\n\r\n`),
	).toMatch(/^(414|431|400)$/)
	expect(await statusOf(port, `GET /api/reviews HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(64 * 1024)}\r\n\r\n`)).toBe(
		'431',
	)
	expect(
		await statusOf(
			port,
			'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{',
		),
	).toBe('413')
	expect(
		await statusOf(
			port,
			'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: -5\r\n\r\n{',
		),
	).toBe('400')
	expect(
		await statusOf(
			port,
			'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
		),
	).toBe('400')
	expect(await statusOf(port, 'nonsense\r\n\r\n')).toBe('400')
	expect(await statusOf(port, 'GET /api/reviews HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toBe('200')
})

test('URLs that cannot be decoded are bad requests', async () => {
	await using site = await startSite()
	const port = await listening(site)
	for (const path of ['/api/reviews/%', '/api/reviews/%E0%A4%A', '/api/reviews/%ff'])
		expect([path, await statusOf(port, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)]).toEqual([
			path,
			expect.stringMatching(/^40[04]$/),
		])
})

test('too many requests return 429 with the retry delay and the limit in headers', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1' } })
	const post = () => site.app.inject({ method: 'POST', url: register.url, payload: {} })
	expect((await post()).headers['ratelimit-limit']).toBe('2')
	await post()
	const refused = await post()
	expect(refused.statusCode).toBe(429)
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
	expect(refused.json()).toMatchObject({ success: false, code: 'too_many_requests' })
	// Registering too often does not keep anyone from browsing
	expect((await site.app.inject({ url: '/api/reviews' })).statusCode).toBe(200)
})

test('a limit counts down in the standard headers and resets after its minute', { tags: ['trust-25'] }, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1' } })
	const headersOf = async () => {
		const { statusCode, headers } = await site.app.inject({ method: 'POST', url: register.url, payload: {} })
		return [statusCode, headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['retry-after']]
	}
	expect(await headersOf()).toEqual([400, '2', '1', undefined])
	expect(await headersOf()).toEqual([400, '2', '0', undefined])
	const refused = await site.app.inject({ method: 'POST', url: register.url, payload: {} })
	expect(refused.headers['ratelimit-remaining']).toBe('0')
	expect(Number(refused.headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
	expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset'])
	site.time.now += 60_000
	expect(await headersOf()).toEqual([400, '2', '1', undefined])
})

test('unknown paths have the rate limit of browsing, whatever their method', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.01' } })
	const statuses: number[] = []
	for (const method of ['GET', 'POST', 'DELETE', 'PATCH'] as const)
		for (let index = 0; index < 4; index++)
			statuses.push((await site.app.inject({ method, url: '/api/nothing' })).statusCode)
	expect(statuses).toEqual([...Array(12).fill(404), ...Array(4).fill(429)])
})

test('`since` accepts times at both ends of the calendar', async () => {
	await using site = await startSite()
	for (const url of ['/api/reviews', '/api/lists'])
		for (const since of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-11-21T12:00:00+16:00']) {
			const answer = await site.app.inject({ url, query: { since } })
			expect([url, since, answer.statusCode]).toEqual([url, since, 200])
		}
})

test('writes are limited per account across IP addresses, and not for other accounts at the same address', {
	tags: ['trust-25'],
}, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1' } })
	const from = (player: Player, address: string) =>
		site.app.inject({
			method: 'POST',
			url: follow.url,
			payload: { followedId: 'x' },
			headers: { 'x-forwarded-for': address, authorization: `Bearer ${player.accessToken}` },
		})
	const [one, other] = [await site.register(), await site.register()]
	for (let index = 0; index < 12; index++) expect((await from(one, `10.0.0.${index}`)).statusCode).toBe(400)
	expect((await from(one, '10.0.0.99')).statusCode).toBe(429)
	expect((await from(other, '10.0.0.99')).statusCode).toBe(400)
})

test('behind a trusted proxy, each IPv4 address and each IPv6 network has its own limit', {
	tags: ['trust-25'],
}, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1' } })
	const from = async (address: string) => {
		const headers = { 'x-forwarded-for': `203.0.113.7, ${address}` }
		return (await site.app.inject({ method: 'POST', url: register.url, payload: {}, headers })).statusCode
	}
	expect([await from('198.51.100.1'), await from('198.51.100.1'), await from('198.51.100.1')]).toEqual([400, 400, 429])
	expect([await from('198.51.100.2'), await from('::ffff:198.51.100.2'), await from('198.51.100.2')]).toEqual([
		400, 400, 429,
	])
	expect([await from('2001:db8:0:1::1'), await from('2001:db8:0:1:aaaa::2'), await from('2001:DB8:0:1::3')]).toEqual([
		400, 400, 429,
	])
	expect(await from('2001:db8:0:2::1')).toBe(400)
})

test('an IPv6 /56 network has four times the limit of one address, and a /48 network sixteen times', {
	tags: ['trust-25'],
}, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1' } })
	const countAnswered = async (toAddress: (hex: string) => string) => {
		const statuses = []
		for (let n = 0; n < 40; n++) {
			const headers = { 'x-forwarded-for': toAddress(n.toString(16).padStart(2, '0')) }
			statuses.push((await site.app.inject({ method: 'POST', url: register.url, payload: {}, headers })).statusCode)
		}
		return statuses.filter((status) => status === 400).length
	}
	expect(await countAnswered((hex) => `2001:db8:a::${hex}`)).toBe(2)
	expect(await countAnswered((hex) => `2001:db8:b:1${hex}::1`)).toBe(8)
	expect(await countAnswered((hex) => `2001:db8:c:${hex}00::1`)).toBe(32)
	expect(await countAnswered((hex) => `2001:db8:f${hex}::1`)).toBe(40)
})

test('the accounts of a network together have five times the limit of one, of requests and of bytes', {
	tags: ['trust-25'],
}, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1', PROOF_OF_WORK: 'off' } })
	const players: Player[] = []
	for (let n = 0; n < 8; n++) {
		site.time.now += 60_000
		players.push(await site.register())
	}
	const countAnswered = async (url: string, payload: object, address: string, tries: number) => {
		const statuses = []
		for (const { accessToken } of players)
			for (let n = 0; n < tries; n++) {
				const headers = { 'x-forwarded-for': address, authorization: `Bearer ${accessToken}` }
				statuses.push((await site.app.inject({ method: 'POST', url, payload, headers })).statusCode)
			}
		return statuses.filter((status) => status !== 429).length
	}
	expect(await countAnswered(follow.url, { followedId: 'x' }, '198.51.100.1', 13)).toBe(60)
	// What the others have used up is not the limit of a visitor
	const visit = { url: '/api/games/popular', headers: { 'x-forwarded-for': '198.51.100.1' } }
	expect((await site.app.inject(visit)).statusCode).toBe(200)
	// Everyone may look like this machine, behind a proxy that is not counted
	for (const address of ['127.0.0.1', '::1']) {
		site.time.now += 60_000
		expect(await countAnswered(follow.url, { followedId: 'x' }, address, 13)).toBe(96)
	}
	site.time.now += 60_000
	// 1.6 MiB an hour for one, 8 MiB for all
	const megabyte = { title: 'x'.repeat(1024 * 1024) }
	expect(await countAnswered(createList.url, megabyte, '198.51.100.2', 2)).toBe(7)
})

test("a forged X-Forwarded-For does not change the client's address", { tags: ['trust-25'] }, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1' } })
	const statuses: number[] = []
	for (let index = 0; index < 4; index++)
		statuses.push(
			(
				await site.app.inject({
					method: 'POST',
					url: register.url,
					payload: {},
					headers: { 'x-forwarded-for': `10.1.1.${index}` },
				})
			).statusCode,
		)
	expect(statuses).toEqual([400, 400, 429, 429])
})

async function listening(site: TestSite): Promise<number> {
	await site.app.listen({ host: '127.0.0.1', port: 0 })
	const address = site.app.server.address()
	if (typeof address !== 'object' || !address) throw new Error('The site listens on no port')
	return address.port
}

/** Sends raw bytes and returns the status of the first answer. */
async function statusOf(port: number, request: string): Promise<string> {
	const socket = net.connect(port, '127.0.0.1')
	// The server may answer and close before everything is sent
	socket.on('error', () => {})
	socket.write(request)
	const [bytes] = (await once(socket, 'data')) as [Buffer]
	socket.destroy()
	return /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString())?.[1] ?? bytes.toString()
}
