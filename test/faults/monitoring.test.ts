import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createSeededLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'

const cleanups: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startMonitoredSite(env: Record<string, string> = {}): Promise<SiteProcess> {
	const place = await createSeededLocation()
	cleanups.push(() => place[Symbol.asyncDispose]())
	const site = await startProcess(place, env)
	cleanups.push(() => site[Symbol.asyncDispose]())
	return site
}

/** A connection that collects what the site sends. */
async function openConnection({ url }: SiteProcess): Promise<{ socket: Socket; received: () => string }> {
	const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
	let text = ''
	socket.on('data', (bytes) => {
		text += bytes
	})
	await once(socket, 'connect')
	return { socket, received: () => text }
}

test('a stopping site is not ready at once, and completes requests', async () => {
	const site = await startMonitoredSite()
	const [probe, upload] = [await openConnection(site), await openConnection(site)]
	probe.socket.write('GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n')
	await vi.waitFor(() => expect(probe.received()).toContain('{"ready":true,"failed":[]}'))
	const body = JSON.stringify({ refreshToken: 'none' })
	upload.socket.write(
		`POST /api/auth/logout HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
	)
	// Once this connection is accepted, so are the others, which were opened before
	expect((await fetch(`${site.url}/healthz`)).status).toBe(200)

	const stopped = site.stop()
	await vi.waitFor(() => expect(site.output()).toContain('Stopping…'))
	probe.socket.write('GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n')
	await vi.waitFor(() => expect(probe.received()).toContain('{"ready":false,"failed":["process"]}'))
	expect(probe.received()).toContain('HTTP/1.1 503 Service Unavailable')
	upload.socket.write(body.slice(5))
	await vi.waitFor(() => expect(upload.received()).toContain('HTTP/1.1 200 OK'))
	expect(await stopped).toBe(0)
})

test('metrics have a port of their own, and count connections, statements and cached pages', async () => {
	const site = await startMonitoredSite({
		METRICS_PORT: '0',
		LOG_LEVEL: 'info',
		PUBLIC_URL: 'http://savepoint.example',
	})
	const address = /"Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)\."/.exec(site.output())?.[1] ?? ''
	expect(address).not.toBe('')
	for (let round = 0; round < 3; round++) expect(await (await fetch(`${site.url}/games`)).text()).toContain('</html>')
	await fetch(`${site.url}/readyz`)
	const answer = await fetch(address)
	expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
	const text = await answer.text()
	const sample = (name: string) => Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
	const count = 'savepoint_http_request_duration_seconds_count'
	expect(sample(`${count}{route="page",method="GET",status="2xx"}`)).toBe(1)
	expect(sample(`${count}{route="cached page",method="GET",status="2xx"}`)).toBe(2)
	expect(sample('savepoint_cache_lookups_total{cache="pages",result="hit"}')).toBe(2)
	expect(sample('savepoint_cache_lookups_total{cache="pages",result="miss"}')).toBe(1)
	expect(sample('savepoint_database_statement_duration_seconds_count{result="ok"}')).toBeGreaterThan(1)
	expect(sample('savepoint_http_connections')).toBeGreaterThanOrEqual(1)
	expect(sample('savepoint_http_requests_in_flight')).toBe(0)
	expect(sample('savepoint_database_connections{pool="main",state="idle"}')).toBeGreaterThanOrEqual(1)
	expect(sample('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)

	expect((await fetch(new URL('/', address))).status).toBe(404)
	expect((await fetch(`${site.url}/metrics`)).status).toBe(404)
	expect(site.output()).not.toContain('readyz')
	expect((await (await fetch(`${site.url}/sitemaps/pages.xml`)).text()).includes('readyz')).toBe(false)
})
