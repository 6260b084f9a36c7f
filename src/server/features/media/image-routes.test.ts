/**
 * Each image is decoded in a process of its own.
 *
 * @module-tag ci
 */
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getGame, getPopularGames } from '#contract/games.ts'
import { startImageSource } from '#kit/peers/image-source.ts'
import { headerBomb, hugePng, noisyPicture, plainPicture } from '#kit/pictures.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { setImagesHidden } from '#server/catalog/queries-missing-images.ts'

const COVER = 'https://images.igdb.com/igdb/image/upload/t_cover_big_2x/co1.jpg'
const SHOT = 'https://images.igdb.com/igdb/image/upload/t_720p/sc1.jpg'
const WEBP = { accept: 'image/avif,image/webp,*/*;q=0.8' }
const DAY_MS = 24 * 60 * 60 * 1000
const LONG = 'public, max-age=2592000'
const SHORT = 'public, max-age=300'

async function imported(
	site: TestSite,
	source = 'igdb',
): Promise<{ id: number; cover: string; screenshots: string[] }> {
	const id = await site.addGame({ source, coverSource: COVER, screenshotSources: [SHOT] })
	const { cover, screenshots } = (await site.call(getGame, { params: { id } })).data
	return { id, cover: cover ?? '', screenshots }
}

async function ask(site: TestSite, url: string, headers: Record<string, string> = WEBP) {
	const { statusCode, headers: responseHeaders, rawPayload } = await site.app.inject({ url, headers })
	const picture = statusCode === 200 ? await sharp(rawPayload).metadata() : undefined
	return {
		status: statusCode,
		cache: responseHeaders['cache-control'],
		headers: responseHeaders,
		bytes: rawPayload,
		picture,
	}
}

const sends =
	(bytes: Buffer): RequestListener =>
	(_request, response) =>
		response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)

test('an imported cover and screenshot are fetched once, resized, and served in a format that the client accepts', async () => {
	await using source = await startImageSource(sends(await plainPicture('jpeg', 1200, 1600)))
	await using site = await startSite({ imageNetwork: source.network })
	const { id, cover, screenshots } = await imported(site)
	expect([cover, ...screenshots]).toEqual([
		expect.stringMatching(`^/images/${id}/cover-[0-9a-f]{10}-igdb$`),
		expect.stringMatching(`^/images/${id}/screenshot-1-[0-9a-f]{10}-igdb$`),
	])
	const answers = await Promise.all(['', '?w=1', '?w=301', '?w=4000'].map((width) => ask(site, cover + width)))
	expect(answers.map(({ status, cache, picture }) => [status, cache, picture?.format, picture?.width])).toEqual([
		[200, LONG, 'webp', 300],
		[200, LONG, 'webp', 150],
		[200, LONG, 'webp', 450],
		[200, LONG, 'webp', 600],
	])
	expect(answers[0]?.headers).toMatchObject({
		vary: 'accept',
		'content-type': 'image/webp',
		'cross-origin-resource-policy': 'cross-origin',
		'x-content-type-options': 'nosniff',
	})
	const old = await ask(site, cover, { accept: '*/*' })
	expect([old.headers['content-type'], old.picture?.format, old.picture?.width]).toEqual(['image/jpeg', 'jpeg', 600])
	expect((await ask(site, `${screenshots[0]}?w=640`)).picture).toMatchObject({ format: 'webp', width: 640 })
	expect(source.asked).toEqual([COVER, SHOT].map((address) => address.replace('https://', '')))

	site.time.now += 31 * DAY_MS
	await ask(site, cover)
	expect(source.asked).toHaveLength(3)
})

test('an image is not enlarged, and its metadata is removed', async () => {
	const small = await sharp(await plainPicture('jpeg', 90, 128))
		.withExif({ IFD0: { Copyright: 'secret' } })
		.jpeg()
		.toBuffer()
	await using source = await startImageSource(sends(small))
	await using site = await startSite({ imageNetwork: source.network })
	const { bytes, picture } = await ask(site, `${(await imported(site)).cover}?w=600`)
	expect([picture?.width, picture?.height, picture?.exif]).toEqual([90, 128, undefined])
	expect(bytes.includes('secret')).toBe(false)
})

test.each([
	['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
	['a page', Buffer.from('<!doctype html><title>Not here</title>')],
	['a bomb', hugePng(12_000)],
	['half a picture', (await noisyPicture(800, 800)).subarray(0, 60_000)],
	['a compressed picture', gzipSync(await plainPicture('png'))],
	['nothing', Buffer.alloc(0)],
])(
	'if the source sends %s, the drawn cover is served, and the source is not asked again soon',
	{ tags: ['trust-38'] },
	async (_what, bytes) => {
		await using source = await startImageSource(sends(bytes))
		await using site = await startSite({ imageNetwork: source.network })
		const { cover, screenshots } = await imported(site)
		for (let time = 0; time < 2; time++) {
			const { status, cache, picture } = await ask(site, cover)
			expect([status, cache, picture?.width, picture?.height]).toEqual([200, SHORT, 300, 400])
			expect((await ask(site, screenshots[0] ?? '')).status).toBe(404)
		}
		expect(source.asked).toHaveLength(2)
	},
)

test('an imported cover whose chunks inflate to gigabytes is shown without them', { tags: ['trust-46'] }, async () => {
	await using source = await startImageSource(sends(headerBomb()))
	await using site = await startSite({ imageNetwork: source.network })
	const { cover } = await imported(site)
	expect(await ask(site, cover)).toMatchObject({ status: 200, cache: LONG, picture: { format: 'webp', width: 8 } })
})

test('while the source is unreachable covers are drawn, and it is retried after a minute', async () => {
	let isDown = true
	const picture = await plainPicture('webp', 600, 800)
	await using source = await startImageSource((request, response) =>
		isDown ? request.socket.destroy() : sends(picture)(request, response),
	)
	await using site = await startSite({ imageNetwork: source.network })
	const games = [await imported(site), await imported(site)] as const
	for (const { cover } of games) expect(await ask(site, cover)).toMatchObject({ status: 200, cache: SHORT })
	expect(source.asked).toHaveLength(1)
	isDown = false
	site.time.now += 61_000
	for (const { cover } of games) expect(await ask(site, cover)).toMatchObject({ status: 200, cache: LONG })
})

test('a clock that is set back does not delay the retry', async () => {
	let isDown = true
	const picture = await plainPicture('webp', 600, 800)
	await using source = await startImageSource((request, response) =>
		isDown ? request.socket.destroy() : sends(picture)(request, response),
	)
	await using site = await startSite({ imageNetwork: source.network })
	const { cover } = await imported(site)
	expect(await ask(site, cover)).toMatchObject({ status: 200, cache: SHORT })
	isDown = false
	site.time.now -= 86_400_000
	expect(await ask(site, cover)).toMatchObject({ status: 200, cache: LONG })
})

test('concurrent requests for one image share one fetch', async () => {
	const picture = await plainPicture('png', 600, 800)
	await using source = await startImageSource((request, response) =>
		setTimeout(() => sends(picture)(request, response), 100),
	)
	await using site = await startSite({ imageNetwork: source.network })
	const { cover } = await imported(site)
	const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(site, `${cover}?w=${1 + index * 20}`)))
	expect(new Set(answers.map(({ status, cache }) => `${status} ${cache}`))).toEqual(new Set([`200 ${LONG}`]))
	expect(source.asked).toHaveLength(1)
})

test('if images are off, or their host is not allowed, covers are drawn and screenshots are omitted', async () => {
	await using source = await startImageSource(sends(await plainPicture('png')))
	for (const [env, address] of [
		[{ CATALOG_IMAGES: 'off' }, COVER],
		[{}, 'https://elsewhere.example/cover.jpg'],
	] as const) {
		await using site = await startSite({ env, imageNetwork: source.network })
		const id = await site.addGame({ coverSource: address, screenshotSources: [address] })
		const { cover, screenshots } = (await site.call(getGame, { params: { id } })).data
		expect(screenshots).toEqual([])
		expect(await ask(site, cover ?? '')).toMatchObject({ status: 200, cache: SHORT, picture: { format: 'webp' } })
	}
	expect(source.asked).toEqual([])
	await using site = await startSite({
		env: { CATALOG_IMAGE_HOSTS: 'elsewhere.example' },
		imageNetwork: source.network,
	})
	const id = await site.addGame({ coverSource: 'https://elsewhere.example/cover.jpg' })
	expect(await ask(site, (await site.call(getGame, { params: { id } })).data.cover ?? '')).toMatchObject({
		cache: LONG,
	})
})

test('the operator can take down the images of a game and restore them', async () => {
	await using source = await startImageSource(sends(await plainPicture('png')))
	await using site = await startSite({ imageNetwork: source.network })
	const { id, cover, screenshots } = await imported(site)
	expect(await setImagesHidden(site.services.db, id, true)).toMatch(/^Game /)
	const { data } = await site.call(getGame, { params: { id } })
	expect([data.cover, data.screenshots]).toEqual([expect.stringMatching(`^/art/${id}/cover-`), []])
	expect(await ask(site, cover)).toMatchObject({ status: 200, cache: SHORT })
	expect((await ask(site, screenshots[0] ?? '')).status).toBe(404)
	expect(source.asked).toEqual([])
	await setImagesHidden(site.services.db, id, false)
	expect((await site.call(getGame, { params: { id } })).data).toMatchObject({ cover, screenshots })
	expect(await setImagesHidden(site.services.db, 999, true)).toBeUndefined()
})

test('images that were taken down stay down when their game is merged, and the old addresses still work', async () => {
	await using site = await startSite()
	const { db, clock } = site.services
	const [target, other] = [await site.addGame(), await imported(site)]
	await setImagesHidden(db, other.id, true)
	await mergeGames(db, target, other.id, { clock })
	await db.updateTable('games').set({ cover_source: COVER }).where('id', '=', target).execute()
	expect((await site.call(getGame, { params: { id: target } })).data.cover).toMatch(`/art/${target}/cover-`)
	for (const address of [other.cover, `/art/${other.id}/cover-0123456789.webp`])
		expect(await ask(site, address)).toMatchObject({ status: 200, cache: SHORT })
	expect(await setImagesHidden(db, other.id, false)).toMatch(/^Game /)
	expect((await site.call(getGame, { params: { id: target } })).data.cover).toMatch(`/images/${target}/cover-`)
})

test('a game credits the sources that require it, in its facts and in the addresses of its pictures', async () => {
	await using site = await startSite()
	const credits = async (id: number) => (await site.call(getGame, { params: { id } })).data.credits
	const igdb = { name: 'IGDB.com', url: 'https://www.igdb.com/' }
	const wikidata = { name: 'Wikidata', url: 'https://www.wikidata.org/' }
	expect(await credits(await site.addGame({ source: 'igdb' }))).toEqual([igdb])
	expect(await credits(await site.addGame({ source: 'wikidata' }))).toEqual([wikidata])
	expect(await credits(await site.addGame({ source: 'file' }))).toEqual([])
	const both = await site.addGame({ source: 'savepoint' })
	await site.services.db
		.updateTable('games')
		.set({ sources: ['savepoint', 'igdb', 'wikidata'] })
		.where('id', '=', both)
		.execute()
	expect(await credits(both)).toEqual([igdb, wikidata])
	const { games } = (await site.call(getPopularGames, { query: { limit: 10 } })).data
	expect(games.map(({ cover, credits }) => [credits.length, cover?.includes('-igdb')]).sort()).toEqual([
		[0, false],
		[1, false],
		[1, true],
		[2, true],
	])
})

test.each([
	'/images/999/cover-0123456789',
	'/images/x/cover-0123456789',
	'/images/1/screenshot-1-0123456789',
	'/images/1/cover-0123456789.svg',
	'/images/1/..%2fsecret',
])('%s is not found', async (address) => {
	await using site = await startSite()
	await imported(site)
	expect((await site.app.inject(address)).statusCode).toBe(404)
})
