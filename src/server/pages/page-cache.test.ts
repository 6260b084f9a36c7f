import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tooMany } from '#server/http/errors.ts'
import { type Page, pageBody, pageCache, pageOf } from './page-cache.ts'

const long = `<p>${'warm words '.repeat(300)}</p>`

test('a page is kept for five seconds', async () => {
	const time = { now: 0 }
	const cached = pageCache(() => time.now)
	let rendered = 0
	const render = async () => pageOf(200, `page ${++rendered}`)

	await cached('/', render)
	time.now = 4_999
	expect((await cached('/', render)).bytes.toString()).toBe('page 1')
	time.now = 5_000
	expect((await cached('/', render)).bytes.toString()).toBe('page 2')
})

test('requests for one page that is not there yet render it once', async () => {
	const cached = pageCache(() => 0)
	let rendered = 0
	const { promise: asked, resolve: finish } = Promise.withResolvers<void>()
	const render = async () => {
		await asked
		return pageOf(200, `page ${++rendered}`)
	}

	const pages = [cached('/', render), cached('/', render), cached('/', render)]
	finish()

	expect((await Promise.all(pages)).map(({ bytes }) => bytes.toString())).toEqual(['page 1', 'page 1', 'page 1'])
})

test('a missing thing is kept, a failure and a refusal are not', async () => {
	const cached = pageCache(() => 0)
	const rendered: number[] = []
	for (const status of [404, 500, 429])
		for (const _ of [1, 2])
			await cached(`/${status}`, async () => {
				rendered.push(status)
				return pageOf(status, 'words')
			})

	expect(rendered).toEqual([404, 500, 500, 429, 429])
})

test('a refusal of the visitor who began a rendering is not shown to another who waits for it', async () => {
	const cached = pageCache(() => 0)
	const limited = Promise.withResolvers<Page>()
	const first = cached('/', () => limited.promise)
	const second = cached('/', async () => pageOf(200, 'words'))
	limited.resolve(pageOf(429, 'too fast'))

	expect([(await first).status, (await second).status]).toEqual([429, 200])
	expect(cached.kept('/')?.status).toBe(200)
})

test('a feed that is refused to the visitor who began it is made anew for another who waits for it', async () => {
	const cached = pageCache(() => 0)
	const limited = Promise.withResolvers<Page>()
	const first = cached('/', () => limited.promise)
	const second = cached('/', async () => pageOf(200, 'words'))
	limited.reject(tooMany({ code: 'too_many', error: 'Too many' }, 1))

	await expect(first).rejects.toThrow('Too many')
	expect((await second).status).toBe(200)
})

test('a rendering that throws is tried again by the next request', async () => {
	const cached = pageCache(() => 0)
	await expect(cached('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

	expect((await cached('/', async () => pageOf(200, 'mended'))).bytes.toString()).toBe('mended')
})

test('at most five hundred pages are kept, the least recently used leave', async () => {
	const cached = pageCache(() => 0)
	let rendered = 0
	const visit = (key: string) => cached(key, async () => pageOf(200, `${key} ${++rendered}`))
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

test('a page that comes out the same again keeps its tag and its compressed bytes', async () => {
	const time = { now: 0 }
	const cached = pageCache(() => time.now)
	const first = await cached('/', async () => pageOf(200, long))
	const bytes = await pageBody(first, 'br').body()
	time.now = 6_000

	const second = await cached('/', async () => pageOf(200, long))

	expect(pageBody(second, 'br').etag).toBe(pageBody(first, 'br').etag)
	expect(await pageBody(second, 'br').body()).toBe(bytes)
})

test('a page comes in the encoding that the client takes, each with a tag of its own', async () => {
	const page = pageOf(200, long)

	expect(brotliDecompressSync(await pageBody(page, 'gzip, deflate, br, zstd').body()).toString()).toBe(long)
	expect(gunzipSync(await pageBody(page, 'gzip, br;q=0').body()).toString()).toBe(long)
	expect((await pageBody(page, undefined).body()).toString()).toBe(long)
	expect(pageBody(page, 'brotli').encoding).toBe('identity')
	expect(new Set(['br', 'gzip', ''].map((accepted) => pageBody(page, accepted).etag)).size).toBe(3)
})

test('while the database is away a page is given out for a minute more, and is fresh again with its return', async () => {
	const time = { now: 0 }
	const cached = pageCache(() => time.now)
	await cached('/', async () => pageOf(200, 'before'))
	const away = async () => pageOf(503, 'away')

	time.now = 5_000
	expect((await cached('/', away)).bytes.toString()).toBe('before')
	time.now = 64_999
	expect((await cached('/', away)).bytes.toString()).toBe('before')
	time.now = 65_000
	expect((await cached('/', away)).status).toBe(503)
	expect((await cached('/', async () => pageOf(200, 'after'))).bytes.toString()).toBe('after')
	expect((await cached('/', away)).bytes.toString()).toBe('after')
})

test('a rendering that breaks because the database is away is no fault of its own', async () => {
	const time = { now: 0 }
	const cached = pageCache(() => time.now)
	const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
	await expect(cached('/', away)).rejects.toThrow('connect')
	await cached('/', async () => pageOf(200, 'before'))

	time.now = 10_000
	expect((await cached('/', away)).bytes.toString()).toBe('before')
})

test('once the database was found away nobody waits for the next attempt to render a page', async () => {
	const time = { now: 0 }
	const cached = pageCache(() => time.now)
	await cached('/', async () => pageOf(200, 'before'))
	time.now = 10_000
	await cached('/', async () => pageOf(503, 'away'))

	const attempt = Promise.withResolvers<Page>()
	expect((await cached('/', () => attempt.promise)).bytes.toString()).toBe('before')
	attempt.resolve(pageOf(200, 'after'))
	await expect.poll(async () => (await cached('/', () => attempt.promise)).bytes.toString()).toBe('after')
})

test('a fault of its own is shown, not hidden behind the page of before', async () => {
	const time = { now: 0 }
	const cached = pageCache(() => time.now)
	await cached('/', async () => pageOf(200, 'before'))
	time.now = 10_000

	expect((await cached('/', async () => pageOf(500, 'broken'))).status).toBe(500)
	await expect(cached('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
