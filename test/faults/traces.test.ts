import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { login } from '#contract/sessions.ts'
import { PASSWORD } from '#kit/password.ts'
import { type CollectedSpan, startTraceCollector } from '#kit/peers/trace-collector.ts'
import { createSeededLocation, registerUser, type SiteProcess, startProcess } from '#kit/site-process.ts'

const cleanups: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Prints the packages of OpenTelemetry that a process has loaded when it ends. */
const PRINT_PACKAGES = `data:text/javascript,import{createRequire}from'node:module';import{isMainThread}from'node:worker_threads';const{cache}=createRequire('${import.meta.url}');isMainThread&&process.on('exit',()=>console.log('Loaded:',new Set(Object.keys(cache).map((file)=>/node_modules\\/(@(?:opentelemetry|fastify)\\/[^/]+|prom-client)\\//.exec(file)?.[1]).filter((name)=>/telemetry|otel|prom/.test(name)))))`

async function startTracedSite(env: Record<string, string>): Promise<SiteProcess> {
	const place = await createSeededLocation()
	cleanups.push(() => place[Symbol.asyncDispose]())
	const site = await startProcess(place, {
		OTEL_BSP_SCHEDULE_DELAY: '100',
		NODE_OPTIONS: `--import="${PRINT_PACKAGES.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
		...env,
	})
	cleanups.push(() => site[Symbol.asyncDispose]())
	return site
}

/** Sends a body after the headers have arrived, as a slow client does, and waits for the answer. */
async function sendSlowBody(
	{ url }: SiteProcess,
	endpoint: { method: string; url: string },
	body: object,
): Promise<void> {
	const socket = connect(Number(new URL(url).port), '127.0.0.1')
	const text = JSON.stringify(body)
	socket.write(
		`${endpoint.method} ${endpoint.url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nexpect: 100-continue\r\n\r\n`,
	)
	const [bytes] = (await once(socket, 'data')) as [Buffer]
	expect(bytes.toString()).toContain('100 Continue')
	const closed = once(socket, 'close')
	socket.resume()
	socket.write(text)
	await closed
}

const isRequest = ({ attributes }: CollectedSpan) => attributes['http.route'] !== undefined

test('traces name routes and statements, and never a value', async () => {
	await using collector = await startTraceCollector()
	const provider = await startTraceCollector()
	await provider[Symbol.asyncDispose]()
	const site = await startTracedSite({
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
		GOOGLE_CLIENT_ID: 'client',
		GOOGLE_CLIENT_SECRET: 'canary-secret',
		GOOGLE_ISSUER: `${provider.url.replace('http:', 'https:')}/canary-issuer`,
	})
	const user = await registerUser(site, 'the_canary')
	await sendSlowBody(site, login, { identifier: 'canary@example.org', password: PASSWORD })
	await fetch(`${site.url}/reset-password?token=canary-token`)
	await fetch(`${site.url}/api/search/games?query=canary-query`)
	await fetch(`${site.url}/profile/canary-name`)
	await fetch(`${site.url}/api/canary-path`)
	await fetch(`${site.url}/readyz`)
	await fetch(`${site.url}/api/auth/google`, { redirect: 'manual' })
	await fetch(`${site.url}/api/auth/me`, {
		headers: {
			authorization: `Bearer ${user.token}`,
			traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
		},
	})
	expect(await site.stop()).toBe(0)

	const requests = collector.spans.filter(isRequest)
	const names = requests.map(({ name }) => name)
	expect(names).toEqual(expect.arrayContaining(['POST /api/auth/register', 'GET page', 'GET /api/auth/me']))
	expect(names.some((name) => name.includes('readyz'))).toBe(false)
	const registration = requests.find(({ name }) => name === 'POST /api/auth/register')
	expect(registration?.attributes['http.response.status_code']).toBe(201)
	const statements = collector.spans.filter(
		({ name, traceId }) => name === 'insert' && traceId === registration?.traceId,
	)
	expect(statements.map(({ attributes }) => attributes['db.query.text'])).toEqual(
		expect.arrayContaining([expect.stringMatching(/insert into "?users"?/)]),
	)
	const logIn = requests.find(({ name }) => name === 'POST /api/auth/login')
	expect(collector.spans.some(({ name, traceId }) => name === 'select' && traceId === logIn?.traceId)).toBe(true)
	expect(collector.spans.some(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')).toBe(false)
	const calls = collector.spans.filter(
		({ attributes }) => String(attributes['server.port']) === new URL(provider.url).port,
	)
	expect(calls.map(({ name }) => name)).toContain('GET')
	for (const secret of ['canary', PASSWORD, user.token, user.id, '@example.org'])
		expect([secret, collector.text().includes(secret)]).toEqual([secret, false])
	expect(site.output()).toContain('@opentelemetry/instrumentation-pg')
})

test('without a collector nothing of OpenTelemetry or Prometheus is loaded', async () => {
	const site = await startTracedSite({})
	await fetch(`${site.url}/api/site`)
	expect(await site.stop()).toBe(0)
	expect(site.output()).toContain('Loaded: Set(0) {}')
})

test('an unavailable collector is reported once, and the site runs on', async () => {
	const gone = await startTraceCollector()
	await gone[Symbol.asyncDispose]()
	const site = await startTracedSite({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url, OTEL_EXPORTER_OTLP_TIMEOUT: '100' })
	const sentence = `The trace collector at ${new URL(gone.url).host} is unavailable`
	await vi.waitFor(async () => {
		expect((await fetch(`${site.url}/api/site`)).status).toBe(200)
		expect(site.output()).toContain(sentence)
	}, 20_000)
	for (let round = 0; round < 20; round++) expect((await fetch(`${site.url}/api/site`)).status).toBe(200)
	expect(await site.stop()).toBe(0)
	expect(site.output().split(sentence)).toHaveLength(2)
})
