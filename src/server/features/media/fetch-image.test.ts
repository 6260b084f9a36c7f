// Which addresses the server may contact for others; two tests wait for a real time limit.

import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startImageSource } from '#kit/peers/image-source.ts'
import { fetchImage, IMAGE_LIMITS, NoImage, SourceUnreachable } from './fetch-image.ts'

const HOSTS = new Set(['images.example', '127.0.0.1', 'localhost'])
const ADDRESS = 'https://images.example/cover.jpg'

const respond =
	(status: number, headers: Record<string, string>, body: string | Buffer = ''): RequestListener =>
	(_request, response) =>
		response.writeHead(status, headers).end(body)

test('an image is fetched from the checked IP address, with minimal headers', async () => {
	await using source = await startImageSource((request, response) => response.end(JSON.stringify(request.headers)))
	const headers = JSON.parse((await fetchImage(ADDRESS, HOSTS, source.network)).toString())
	expect([source.asked, source.connectedTo]).toEqual([['images.example/cover.jpg'], ['93.184.215.14']])
	expect(headers).toEqual({
		host: 'images.example',
		accept: expect.any(String),
		'accept-encoding': 'identity',
		'user-agent': 'Savepoint',
		connection: 'close',
	})
})

test.each([
	'http://images.example/cover.jpg',
	'https://images.example:8443/cover.jpg',
	'https://user@images.example/cover.jpg',
	'https://images.example.evil.example/cover.jpg',
	'https://evil.example/images.example/cover.jpg',
	'https://images.example@evil.example/cover.jpg',
	'https://0x7f.1/cover.jpg?not=listed',
	'https://[::ffff:127.0.0.1]/cover.jpg',
	'file:///etc/passwd',
	'ftp://images.example/cover.jpg',
	'gopher://images.example/_GET',
	'data:image/png;base64,AAAA',
	'//images.example/cover.jpg',
	'/cover.jpg',
	'',
])('%j is not fetched', { tags: ['trust-38'] }, async (address) => {
	await using source = await startImageSource(respond(200, {}))
	await expect(fetchImage(address, new Set(['images.example']), source.network)).rejects.toBeInstanceOf(NoImage)
	expect([source.asked, source.connectedTo]).toEqual([[], []])
})

test.each([
	['127.0.0.1'],
	['169.254.169.254'],
	['10.0.0.1'],
	['::1'],
	['::ffff:127.0.0.1'],
	['fe80::1'],
	['0.0.0.0'],
	['93.184.215.14', '192.168.0.1'],
])('an allowed host that resolves to %s %s is not contacted', { tags: ['trust-38'] }, async (...addresses) => {
	await using source = await startImageSource(respond(200, {}))
	source.resolvesTo.splice(0, 1, addresses)
	await expect(fetchImage(ADDRESS, HOSTS, source.network)).rejects.toBeInstanceOf(NoImage)
	expect([source.asked, source.connectedTo]).toEqual([[], []])
})

test.each(['https://127.0.0.1/a.png', 'https://localhost/a.png', 'https://2130706433/a.png'])(
	'%s is not contacted by the real resolver, even if it is listed',
	{ tags: ['trust-38'] },
	async (address) => {
		await expect(fetchImage(address, HOSTS)).rejects.toBeInstanceOf(NoImage)
	},
)

test('a host whose address changes after the check is contacted at the first one', { tags: ['trust-38'] }, async () => {
	await using source = await startImageSource(respond(200, {}, 'image'))
	source.resolvesTo.splice(0, 1, ['93.184.215.14'], ['127.0.0.1'])
	expect((await fetchImage(ADDRESS, HOSTS, source.network)).toString()).toBe('image')
	expect(source.connectedTo).toEqual(['93.184.215.14'])
})

test('redirects are not followed', { tags: ['trust-38'] }, async () => {
	await using source = await startImageSource(respond(302, { location: 'https://images.example/other.jpg' }))
	await expect(fetchImage(ADDRESS, HOSTS, source.network)).rejects.toBeInstanceOf(NoImage)
	expect(source.asked).toHaveLength(1)
})

test.each([
	['a missing image', respond(404, {}), NoImage],
	['a forbidden image', respond(403, {}), NoImage],
	['a source that is down', respond(503, {}), SourceUnreachable],
	['a source that limits requests', respond(429, {}), SourceUnreachable],
	['a compressed response', respond(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(9_000_000))), NoImage],
	['a response that announces too many bytes', respond(200, { 'content-length': '100000000' }), NoImage],
	['a cut connection', (request) => request.socket.destroy(), SourceUnreachable],
	[
		'a response that is cut off',
		(_request, response) => {
			response.writeHead(200, { 'content-length': '1000' }).write('half')
			setTimeout(() => response.destroy(), 50)
		},
		SourceUnreachable,
	],
] as const satisfies [string, RequestListener, unknown][])(
	'%s is rejected',
	{ tags: ['trust-38'] },
	async (_what, answer, error) => {
		await using source = await startImageSource(answer)
		await expect(fetchImage(ADDRESS, HOSTS, source.network)).rejects.toBeInstanceOf(error)
	},
)

test('only 5 MB of an endless response are read', { tags: ['trust-38'] }, async () => {
	let sent = 0
	await using source = await startImageSource((_request, response) => {
		const more = () => {
			while (sent < 100 * 1024 * 1024 && response.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024
			response.once('drain', more)
		}
		more()
	})
	await expect(fetchImage(ADDRESS, HOSTS, source.network)).rejects.toBeInstanceOf(NoImage)
	expect(sent).toBeLessThan(4 * IMAGE_LIMITS.bytes)
})

test('a slow response, and a name that never resolves, time out after 5 seconds', { tags: ['trust-38'] }, async () => {
	await using source = await startImageSource((_request, response) => {
		response.writeHead(200)
		const drip = setInterval(() => response.write('.'), 100)
		response.on('close', () => clearInterval(drip))
	})
	const started = performance.now()
	await Promise.all([
		expect(fetchImage(ADDRESS, HOSTS, source.network)).rejects.toBeInstanceOf(SourceUnreachable),
		expect(
			fetchImage(ADDRESS, HOSTS, { ...source.network, resolve: () => new Promise(() => {}) }),
		).rejects.toBeInstanceOf(SourceUnreachable),
	])
	expect(performance.now() - started).toBeLessThan(IMAGE_LIMITS.ms + 2_000)
})
