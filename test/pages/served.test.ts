import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSecurityHeaders } from '#kit/security-headers.ts'
import { createSeededLocation, type DataLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'

let place: DataLocation
let site: SiteProcess

beforeAll(async () => {
	place = await createSeededLocation()
	site = await startProcess(place, { PUBLIC_URL: 'https://games.example' })
})

afterAll(async () => {
	await site?.stop()
	await place?.[Symbol.asyncDispose]()
})

const open = (address: string, headers: Record<string, string> = {}) => fetch(`${site.url}${address}`, { headers })

test('every kind of response has the security headers', { tags: ['trust-27'] }, async () => {
	const asset = /\/assets\/[\w.-]+\.js/.exec(await (await open('/')).text())?.[0] ?? ''
	const etag = (await open('/about')).headers.get('etag') ?? ''
	const kinds: [status: number, address: string, request?: RequestInit][] = [
		[200, '/'],
		[200, '/', { method: 'HEAD' }],
		[304, '/about', { headers: { 'if-none-match': etag } }],
		[200, '/reset-password?token=any'],
		[404, '/nowhere'],
		[404, '/profile/%00'],
		[308, '/games/?period=all'],
		[404, '/', { method: 'POST' }],
		[200, asset],
		[404, '/assets/none.js'],
		[404, '/assets/..%2f..%2f..%2fpackage.json'],
		[200, '/robots.txt'],
		[200, '/favicon.svg'],
		[200, '/site.webmanifest'],
		[200, '/sw.js'],
		[200, '/art/1/cover-0123456789.webp'],
		[404, '/art/99999/cover-0123456789.webp'],
		[200, '/images/1/cover-0123456789'],
		[404, '/pictures/none.webp'],
		[200, '/sitemap.xml'],
		[200, '/feeds/reviews.atom'],
		[404, '/feeds/users/nobody_here.atom'],
		[200, '/api/reviews'],
		[400, '/api/reviews?limit=0'],
		[401, '/api/auth/me'],
		[404, '/api/nothing'],
		[415, '/api/auth/login', { method: 'POST', body: 'text' }],
		[404, '/api/reviews', { method: 'OPTIONS' }],
		[200, '/api/openapi.json'],
		[200, '/api/docs'],
	]
	for (const [status, address, request] of kinds) {
		const answer = await fetch(site.url + address, { redirect: 'manual', ...request })
		expect([address, answer.status]).toEqual([address, status])
		expectSecurityHeaders(address, answer.headers)
	}
})

test('the service worker is revalidated on every visit', async () => {
	const { status, headers } = await open('/sw.js')
	expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
		200,
		'text/javascript; charset=utf-8',
		'no-cache',
	])
	expect(headers.get('content-security-policy')).toContain("worker-src 'self'")
	expect((await open('/sw.js', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
})

test('responses to malformed and oversized requests have the security headers too', {
	tags: ['trust-27'],
}, async () => {
	const { port } = new URL(site.url)
	for (const [status, bytes] of [
		[400, 'nonsense\r\n\r\n'],
		[400, 'GET /%E0%A4%A HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
		[400, 'GET /api/reviews/%ff HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
		[431, `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(64 * 1024)}\r\n\r\n`],
	] as const) {
		const socket = connect(Number(port), '127.0.0.1')
		// The server may answer and close before everything is sent
		socket.on('error', () => {})
		socket.write(bytes)
		const [answer] = (await once(socket, 'data')) as [Buffer]
		socket.destroy()
		const [head = ''] = answer.toString().split('\r\n\r\n')
		const [first = '', ...lines] = head.split('\r\n')
		expect([bytes.slice(0, 40), first]).toEqual([bytes.slice(0, 40), expect.stringContaining(` ${status} `)])
		expectSecurityHeaders(
			bytes.slice(0, 40),
			new Headers(lines.map((line) => line.split(/:\s*(.*)/).slice(0, 2) as [string, string])),
		)
	}
})

test('hashed files are cached forever and compressed', async () => {
	const asset = /\/assets\/[\w.-]+\.js/.exec(await (await open('/')).text())?.[0] ?? ''
	const answer = await open(asset, { 'accept-encoding': 'br' })
	expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
	expect(answer.headers.get('cache-control')).toMatch(/immutable/)
	expect((await open('/assets/none.js')).status).toBe(404)
	expect((await open('/assets/..%2f..%2f..%2fpackage.json')).status).toBe(404)
})

test('pictures of built-in games are drawn in the requested sizes; other sizes return 404', async () => {
	const { data } = await (await open('/api/games/1')).json()
	for (const address of [`${data.cover}?w=300`, `${data.screenshots[1]}?w=640`]) {
		const answer = await open(address)
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
		expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
	}
	for (const address of [
		'/art/99999/cover-0123456789.webp',
		'/art/1/..%2fsecret.webp',
		'/art/1/scene-9-0123456789.webp',
		`${data.cover}?w=-1`,
	])
		expect((await open(address)).status).toBeGreaterThanOrEqual(400)
})

test('the first load of the home page has less than 120 kB of JavaScript, and that of every other page less than 135 kB', async () => {
	const id = '00000000-0000-7000-8000-000000000000'
	const loaded = async (address: string) => {
		const html = await (await open(address)).text()
		const scripts = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g)].map(([, file = '']) => file))
		expect(scripts.size).toBeGreaterThan(1)
		return [...scripts].map(compressedBytes).reduce((sum, bytes) => sum + bytes, 0)
	}
	expect(await loaded('/')).toBeLessThan(120_000)
	for (const address of [
		...[
			'/games',
			'/games/upcoming',
			'/games/1',
			'/games/1/history',
			'/series/the-legend-of-zelda',
			'/games/1/review',
			'/reviews',
			`/reviews/${id}`,
			'/users',
			'/search',
			'/settings',
			'/settings/sessions',
			'/next',
			'/recommendations',
			'/welcome',
			'/imports',
			`/imports/${id}`,
		],
		...[
			'/profile',
			'/profile/nobody_here',
			'/nobody_here/games',
			'/nobody_here/reviews',
			'/nobody_here/lists',
			'/lists',
			'/list',
			`/list/${id}`,
		],
		...[`/list/edit/${id}`, '/login', '/login?mode=signup', '/select-username', '/forgot-password', '/reset-password'],
		...[
			'/verify-email',
			'/confirm-request',
			'/confirm-report',
			'/unsubscribe',
			'/oauth/success',
			'/about',
			'/privacy-policy',
			'/transparency',
			'/popularity',
			'/appeal/any',
			'/data-deletion-status/AAAA',
		],
	])
		expect([address, await loaded(address)]).toEqual([address, expect.toSatisfy((bytes: number) => bytes < 135_000)])
})

test('no chunks import each other: what one of them needs first would be undefined', () => {
	const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
		string,
		{ imports?: string[] }
	>
	const done = new Set<string>()
	const findCycle = (chunk: string, path: readonly string[]): readonly string[] | undefined => {
		if (path.includes(chunk)) return [...path.slice(path.indexOf(chunk)), chunk]
		if (done.has(chunk)) return undefined
		for (const imported of manifest[chunk]?.imports ?? []) {
			const cycle = findCycle(imported, [...path, chunk])
			if (cycle) return cycle
		}
		done.add(chunk)
		return undefined
	}
	for (const chunk of Object.keys(manifest)) expect(findCycle(chunk, [])).toBe(undefined)
})

function compressedBytes(file: string): number {
	const { size } = statSync(path.join('dist/client', file))
	// Small files have no compressed twin
	return statSync(path.join('dist/client', `${file}.br`), { throwIfNoEntry: false })?.size ?? size
}
