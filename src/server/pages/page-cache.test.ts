import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tooManyRequests } from '#server/http/errors.ts'
import { createPage, createPageCache, type Page, selectVariant } from './page-cache.ts'

const long = `<p>${'warm words '.repeat(300)}</p>`

test('a page is cached for five seconds', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	let rendered = 0
	const render = async () => createPage(200, `page ${++rendered}`)

	await cache.getOrRender('/', render)
	time.now = 4_999
	expect((await cache.getOrRender('/', render)).bytes.toString()).toBe('page 1')
	time.now = 5_000
	expect((await cache.getOrRender('/', render)).bytes.toString()).toBe('page 2')
})

test('once the clock is set back, a page is rendered again', async () => {
	const time = { now: 86_400_000 }
	const cache = createPageCache(() => time.now)
	await cache.getOrRender('/', async () => createPage(200, 'before'))
	time.now = 0
	expect((await cache.getOrRender('/', async () => createPage(200, 'after'))).bytes.toString()).toBe('after')
})

test('a page of older data is cached until the data is five seconds old', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	await cache.getOrRender('/', async () => createPage(200, 'from a replica', { ageMs: 2_000 }))
	time.now = 2_999
	expect(cache.get('/')?.bytes.toString()).toBe('from a replica')
	time.now = 3_000
	expect(cache.get('/')).toBeUndefined()
})

test('concurrent requests for an uncached page render it once', async () => {
	const cache = createPageCache(() => 0)
	let rendered = 0
	const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
	const render = async () => {
		await finished
		return createPage(200, `page ${++rendered}`)
	}

	const pages = [cache.getOrRender('/', render), cache.getOrRender('/', render), cache.getOrRender('/', render)]
	finish()

	expect((await Promise.all(pages)).map(({ bytes }) => bytes.toString())).toEqual(['page 1', 'page 1', 'page 1'])
})

test('a 404 is cached, failures and rate limits are not', async () => {
	const cache = createPageCache(() => 0)
	const rendered: number[] = []
	for (const status of [404, 500, 429])
		for (const _ of [1, 2])
			await cache.getOrRender(`/${status}`, async () => {
				rendered.push(status)
				return createPage(status, 'words')
			})

	expect(rendered).toEqual([404, 500, 500, 429, 429])
})

test('a rate limit of the visitor who started a rendering does not affect others who wait for it', async () => {
	const cache = createPageCache(() => 0)
	const limited = Promise.withResolvers<Page>()
	const first = cache.getOrRender('/', () => limited.promise)
	const second = cache.getOrRender('/', async () => createPage(200, 'words'))
	limited.resolve(createPage(429, 'too fast'))

	expect([(await first).status, (await second).status]).toEqual([429, 200])
	expect(cache.get('/')?.status).toBe(200)
})

test('a feed that fails because its visitor is rate limited is rendered again for others who wait for it', async () => {
	const cache = createPageCache(() => 0)
	const limited = Promise.withResolvers<Page>()
	const first = cache.getOrRender('/', () => limited.promise)
	const second = cache.getOrRender('/', async () => createPage(200, 'words'))
	limited.reject(tooManyRequests({ code: 'too_many', error: 'Too many' }, 1))

	await expect(first).rejects.toThrow('Too many')
	expect((await second).status).toBe(200)
})

test('a rendering that throws is retried by the next request', async () => {
	const cache = createPageCache(() => 0)
	await expect(cache.getOrRender('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

	expect((await cache.getOrRender('/', async () => createPage(200, 'repaired'))).bytes.toString()).toBe('repaired')
})

test('at most five hundred pages are cached, and the least recently used are evicted', async () => {
	const cache = createPageCache(() => 0)
	let rendered = 0
	const visit = (key: string) => cache.getOrRender(key, async () => createPage(200, `${key} ${++rendered}`))
	await visit('first')
	for (let i = 0; i < 499; i++) await visit(`${i}`)
	await visit('first')
	await visit('one more')

	const before = rendered
	await visit('first')
	expect(rendered).toBe(before)
	await visit('0')
	expect(rendered).toBe(before + 1)
})

test('a page that renders unchanged keeps its tag and its compressed bytes', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	const first = await cache.getOrRender('/', async () => createPage(200, long))
	const bytes = await selectVariant(first, 'br').body()
	time.now = 6_000

	const second = await cache.getOrRender('/', async () => createPage(200, long))

	expect(selectVariant(second, 'br').etag).toBe(selectVariant(first, 'br').etag)
	expect(await selectVariant(second, 'br').body()).toBe(bytes)
})

test('a page is sent in an encoding that the client accepts, each with its own tag', async () => {
	const page = createPage(200, long)

	expect(brotliDecompressSync(await selectVariant(page, 'gzip, deflate, br, zstd').body()).toString()).toBe(long)
	expect(gunzipSync(await selectVariant(page, 'gzip, br;q=0').body()).toString()).toBe(long)
	expect((await selectVariant(page, undefined).body()).toString()).toBe(long)
	expect(selectVariant(page, 'brotli').encoding).toBe('identity')
	expect(new Set(['br', 'gzip', ''].map((accepted) => selectVariant(page, accepted).etag)).size).toBe(3)
})

test('while the database is unavailable a stale page is served for a minute, and is refreshed afterwards', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	await cache.getOrRender('/', async () => createPage(200, 'before'))
	const away = async () => createPage(503, 'away')

	time.now = 5_000
	expect((await cache.getOrRender('/', away)).bytes.toString()).toBe('before')
	time.now = 64_999
	expect((await cache.getOrRender('/', away)).bytes.toString()).toBe('before')
	time.now = 65_000
	expect((await cache.getOrRender('/', away)).status).toBe(503)
	expect((await cache.getOrRender('/', async () => createPage(200, 'after'))).bytes.toString()).toBe('after')
	expect((await cache.getOrRender('/', away)).bytes.toString()).toBe('after')
})

test('a rendering that throws because the database is unavailable falls back to the stale page', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
	await expect(cache.getOrRender('/', away)).rejects.toThrow('connect')
	await cache.getOrRender('/', async () => createPage(200, 'before'))

	time.now = 10_000
	expect((await cache.getOrRender('/', away)).bytes.toString()).toBe('before')
})

test('after a rendering failed on the database, requests do not wait for the next attempt', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	await cache.getOrRender('/', async () => createPage(200, 'before'))
	time.now = 10_000
	await cache.getOrRender('/', async () => createPage(503, 'away'))

	const attempt = Promise.withResolvers<Page>()
	expect((await cache.getOrRender('/', () => attempt.promise)).bytes.toString()).toBe('before')
	attempt.resolve(createPage(200, 'after'))
	await expect.poll(async () => (await cache.getOrRender('/', () => attempt.promise)).bytes.toString()).toBe('after')
})

test('other failures are shown instead of the stale page', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	await cache.getOrRender('/', async () => createPage(200, 'before'))
	time.now = 10_000

	expect((await cache.getOrRender('/', async () => createPage(500, 'broken'))).status).toBe(500)
	await expect(cache.getOrRender('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('four pages are rendered at once and forty wait; others are refused, unless they are being rendered or there is a stale page', async () => {
	const time = { now: 0 }
	const cache = createPageCache(() => time.now)
	await cache.getOrRender('/stale', async () => createPage(200, 'before'))
	time.now = 10_000
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	let running = 0
	let mostRunning = 0
	const render = async () => {
		mostRunning = Math.max(mostRunning, ++running)
		await released
		running--
		return createPage(200, 'words')
	}
	const accepted = Array.from({ length: 43 }, (_, index) => cache.getOrRender(`/${index}`, render))
	expect(cache.refuseIfBusy('/last')).toBe(false)
	accepted.push(cache.getOrRender('/last', render))

	expect(cache.refuseIfBusy('/new')).toBe(true)
	await expect(cache.getOrRender('/new', render)).rejects.toMatchObject({ statusCode: 503 })
	expect(cache.queueState()).toMatchObject({ running: 4, waiting: 40, refused: 2 })
	expect([cache.refuseIfBusy('/last'), cache.refuseIfBusy('/stale')]).toEqual([false, false])
	expect((await cache.getOrRender('/stale', render)).bytes.toString()).toBe('before')
	const shared = cache.getOrRender('/last', render)
	release()
	expect((await Promise.all([...accepted, shared])).every(({ status }) => status === 200)).toBe(true)
	expect(mostRunning).toBe(4)
	expect((await cache.getOrRender('/new', render)).status).toBe(200)
})
