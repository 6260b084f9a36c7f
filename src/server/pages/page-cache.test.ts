import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tooManyRequests } from '#server/http/errors.ts'
import { type Page, selectVariant, createPageCache, createPage } from './page-cache.ts'

const long = `<p>${'warm words '.repeat(300)}</p>`

test('a page is kept for five seconds', async () => {
	const time = { now: 0 }
	const cached = createPageCache(() => time.now)
	let rendered = 0
	const render = async () => createPage(200, `page ${++rendered}`)

	await cached('/', render)
	time.now = 4_999
	expect((await cached('/', render)).bytes.toString()).toBe('page 1')
	time.now = 5_000
	expect((await cached('/', render)).bytes.toString()).toBe('page 2')
})

test('requests for one page that is not there yet render it once', async () => {
	const cached = createPageCache(() => 0)
	let rendered = 0
	const { promise: asked, resolve: finish } = Promise.withResolvers<void>()
	const render = async () => {
		await asked
		return createPage(200, `page ${++rendered}`)
	}

	const pages = [cached('/', render), cached('/', render), cached('/', render)]
	finish()

	expect((await Promise.all(pages)).map(({ bytes }) => bytes.toString())).toEqual(['page 1', 'page 1', 'page 1'])
})

test('a missing thing is kept, a failure and a refusal are not', async () => {
	const cached = createPageCache(() => 0)
	const rendered: number[] = []
	for (const status of [404, 500, 429])
		for (const _ of [1, 2])
			await cached(`/${status}`, async () => {
				rendered.push(status)
				return createPage(status, 'words')
			})

	expect(rendered).toEqual([404, 500, 500, 429, 429])
})

test('a refusal of the visitor who began a rendering is not shown to another who waits for it', async () => {
	const cached = createPageCache(() => 0)
	const limited = Promise.withResolvers<Page>()
	const first = cached('/', () => limited.promise)
	const second = cached('/', async () => createPage(200, 'words'))
	limited.resolve(createPage(429, 'too fast'))

	expect([(await first).status, (await second).status]).toEqual([429, 200])
	expect(cached.get('/')?.status).toBe(200)
})

test('a feed that is refused to the visitor who began it is made anew for another who waits for it', async () => {
	const cached = createPageCache(() => 0)
	const limited = Promise.withResolvers<Page>()
	const first = cached('/', () => limited.promise)
	const second = cached('/', async () => createPage(200, 'words'))
	limited.reject(tooManyRequests({ code: 'too_many', error: 'Too many' }, 1))

	await expect(first).rejects.toThrow('Too many')
	expect((await second).status).toBe(200)
})

test('a rendering that throws is tried again by the next request', async () => {
	const cached = createPageCache(() => 0)
	await expect(cached('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

	expect((await cached('/', async () => createPage(200, 'mended'))).bytes.toString()).toBe('mended')
})

test('at most five hundred pages are kept, the least recently used leave', async () => {
	const cached = createPageCache(() => 0)
	let rendered = 0
	const visit = (key: string) => cached(key, async () => createPage(200, `${key} ${++rendered}`))
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
	const cached = createPageCache(() => time.now)
	const first = await cached('/', async () => createPage(200, long))
	const bytes = await selectVariant(first, 'br').body()
	time.now = 6_000

	const second = await cached('/', async () => createPage(200, long))

	expect(selectVariant(second, 'br').etag).toBe(selectVariant(first, 'br').etag)
	expect(await selectVariant(second, 'br').body()).toBe(bytes)
})

test('a page comes in the encoding that the client takes, each with a tag of its own', async () => {
	const page = createPage(200, long)

	expect(brotliDecompressSync(await selectVariant(page, 'gzip, deflate, br, zstd').body()).toString()).toBe(long)
	expect(gunzipSync(await selectVariant(page, 'gzip, br;q=0').body()).toString()).toBe(long)
	expect((await selectVariant(page, undefined).body()).toString()).toBe(long)
	expect(selectVariant(page, 'brotli').encoding).toBe('identity')
	expect(new Set(['br', 'gzip', ''].map((accepted) => selectVariant(page, accepted).etag)).size).toBe(3)
})

test('while the database is away a page is given out for a minute more, and is fresh again with its return', async () => {
	const time = { now: 0 }
	const cached = createPageCache(() => time.now)
	await cached('/', async () => createPage(200, 'before'))
	const away = async () => createPage(503, 'away')

	time.now = 5_000
	expect((await cached('/', away)).bytes.toString()).toBe('before')
	time.now = 64_999
	expect((await cached('/', away)).bytes.toString()).toBe('before')
	time.now = 65_000
	expect((await cached('/', away)).status).toBe(503)
	expect((await cached('/', async () => createPage(200, 'after'))).bytes.toString()).toBe('after')
	expect((await cached('/', away)).bytes.toString()).toBe('after')
})

test('a rendering that breaks because the database is away is no fault of its own', async () => {
	const time = { now: 0 }
	const cached = createPageCache(() => time.now)
	const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
	await expect(cached('/', away)).rejects.toThrow('connect')
	await cached('/', async () => createPage(200, 'before'))

	time.now = 10_000
	expect((await cached('/', away)).bytes.toString()).toBe('before')
})

test('once the database was found away nobody waits for the next attempt to render a page', async () => {
	const time = { now: 0 }
	const cached = createPageCache(() => time.now)
	await cached('/', async () => createPage(200, 'before'))
	time.now = 10_000
	await cached('/', async () => createPage(503, 'away'))

	const attempt = Promise.withResolvers<Page>()
	expect((await cached('/', () => attempt.promise)).bytes.toString()).toBe('before')
	attempt.resolve(createPage(200, 'after'))
	await expect.poll(async () => (await cached('/', () => attempt.promise)).bytes.toString()).toBe('after')
})

test('a fault of its own is shown, not hidden behind the page of before', async () => {
	const time = { now: 0 }
	const cached = createPageCache(() => time.now)
	await cached('/', async () => createPage(200, 'before'))
	time.now = 10_000

	expect((await cached('/', async () => createPage(500, 'broken'))).status).toBe(500)
	await expect(cached('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
