import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataPlace, newDataPlace, type SiteProcess, startProcess } from '../process.ts'

let place: DataPlace
let site: SiteProcess

beforeAll(async () => {
	place = await newDataPlace()
	site = await startProcess(place, { PUBLIC_URL: 'https://games.example' })
})

afterAll(async () => {
	await site?.stop()
	await place?.[Symbol.asyncDispose]()
})

/** A page as a first visit gets it. */
const open = (address: string, headers: Record<string, string> = {}) =>
	fetch(`${site.url}${address}`, { headers, redirect: 'manual' })

test.each([
	['/', 'Discover Your Next Favorite Game', '<title>'],
	['/games', 'Popular Games', '"@type":"ItemList"'],
	['/games/1', '<h1', '"@type":"VideoGame"'],
	['/reviews', 'Game Reviews', '<title>'],
	['/about', '<h1', '<title>'],
	['/privacy-policy', 'Privacy Policy', '<title>'],
])('%s answers its first request with content, head tags and status 200', async (address, content, head) => {
	const answer = await open(address)
	const html = await answer.text()
	expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
	expect(html).toContain(content)
	expect(html).toContain(head)
	expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
	expect(html).toMatch(/<link rel="canonical" href="https:\/\/games\.example\//)
	expect(html).toMatch(/<meta property="og:title"/)
	expect(html).not.toContain('style="')
})

test.each([
	'/nowhere',
	'/games/999999',
	'/games/abc',
	'/reviews/00000000-0000-7000-8000-000000000000',
	'/reviews/x',
	'/reviews?gameId=999999',
])('%s answers 404 with a page', async (address) => {
	const answer = await open(address)
	expect(answer.status).toBe(404)
	expect(await answer.text()).toContain('</html>')
})

test('a trailing slash redirects for good', async () => {
	const answer = await open('/games/?period=all')
	expect([answer.status, answer.headers.get('location')]).toEqual([308, '/games?period=all'])
})

test('a page that has not changed answers 304 to its ETag', async () => {
	const first = await open('/about')
	const again = await open('/about', { 'if-none-match': first.headers.get('etag') ?? '' })
	expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a page comes compressed for whom asks', async () => {
	for (const encoding of ['br', 'gzip']) {
		const answer = await open('/', { 'accept-encoding': encoding })
		expect(answer.headers.get('content-encoding')).toBe(encoding)
		expect(await answer.text()).toContain('</html>')
	}
})

test('trust case 27: pages, static files, pictures and errors carry the security headers', async () => {
	const asset = /\/assets\/[\w.-]+\.js/.exec(await (await open('/')).text())?.[0] ?? ''
	for (const address of ['/', '/nowhere', asset, '/art/covers/celeste.webp', '/api/nothing', '/robots.txt']) {
		const { headers } = await open(address)
		const policy = headers.get('content-security-policy') ?? ''
		expect([address, policy]).toEqual([address, expect.stringContaining("object-src 'none'")])
		expect(policy).not.toContain('unsafe-')
		expect(policy).toContain("base-uri 'none'")
		expect(policy).toContain("frame-ancestors 'none'")
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
		expect(headers.get('referrer-policy')).toBeTruthy()
		expect(headers.get('x-powered-by')).toBeNull()
	}
})

test('trust case 29: a forged Host or forwarded header does not get into a page', async () => {
	const html = await (
		await open('/games?period=year', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' })
	).text()
	expect(html).not.toContain('evil.example')
	expect(html).toContain('https://games.example/games')
})

test('robots.txt, the sitemap and the feed exist and name the public address', async () => {
	expect(await (await open('/robots.txt')).text()).toContain('Sitemap: https://games.example/sitemap.xml')
	const index = await (await open('/sitemap.xml')).text()
	const parts = [...index.matchAll(/<loc>https:\/\/games\.example(\/[^<]+)<\/loc>/g)].map(([, address = '']) => address)
	const addresses = (await Promise.all(parts.map(async (part) => (await open(part)).text()))).join('')
	expect(addresses.match(/<loc>https:\/\/games\.example\/games\/\d+<\/loc>/g)).toHaveLength(87)
	const feed = await open('/feeds/reviews.atom')
	expect([feed.status, feed.headers.get('content-type')]).toEqual([
		200,
		expect.stringContaining('application/atom+xml'),
	])
})

test('hashed files are kept for good, and come compressed', async () => {
	const asset = /\/assets\/[\w.-]+\.js/.exec(await (await open('/')).text())?.[0] ?? ''
	const answer = await open(asset, { 'accept-encoding': 'br' })
	expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
	expect(answer.headers.get('cache-control')).toMatch(/immutable/)
	expect((await open('/assets/none.js')).status).toBe(404)
	expect((await open('/assets/..%2f..%2f..%2fpackage.json')).status).toBe(404)
})

test('the pictures of built-in games are drawn in the sizes asked for; others are not found', async () => {
	for (const address of ['/art/covers/celeste.webp?w=300', '/art/scenes/celeste-2.webp?w=640']) {
		const answer = await open(address)
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
		expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
	}
	for (const address of [
		'/art/covers/none-such.webp',
		'/art/covers/..%2fsecret.webp',
		'/art/scenes/celeste-9.webp',
		'/art/covers/celeste.webp?w=-1',
	])
		expect((await open(address)).status).toBeGreaterThanOrEqual(400)
})

test('the first load of the home page stays under 115 kB of JavaScript', async () => {
	const html = await (await open('/')).text()
	const scripts = new Set(
		[...html.matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.js)"/g)].map(([, address = '']) => address),
	)
	expect(scripts.size).toBeGreaterThan(0)
	const sizes = [...scripts].map(
		(address) => brotliCompressSync(readFileSync(path.join('dist/client', address))).byteLength,
	)
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(115_000)
})
