/**
 * Each upload is decoded in a process of its own.
 *
 * @module-tag ci
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { PICTURE_IN_PROGRESS, updateProfile } from '#contract/profile.ts'
import { getUser } from '#contract/users.ts'
import { createGif, hugePng, plainPicture, toFile } from '#kit/pictures.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { deleteOrphanPictures } from './orphan-pictures.ts'

async function put(site: TestSite, player: Player, bytes: Buffer, name?: string): Promise<string> {
	const { user } = await site.call(updateProfile, { body: { profilePicture: toFile(bytes, name) } }, player)
	if (user.profilePicture === null) throw new Error('There is no picture')
	return user.profilePicture
}

const refused = (site: TestSite, player: Player, bytes: Buffer, name?: string) =>
	site.refusal(updateProfile, { body: { profilePicture: toFile(bytes, name) } }, player)

const fetched = async (site: TestSite, url: string) => {
	const answer = await site.app.inject({ url })
	return { ...answer, bytes: answer.rawPayload }
}

async function files(site: TestSite): Promise<string[]> {
	try {
		return await readdir(path.join(site.services.config.dataDir, 'pictures'))
	} catch {
		return []
	}
}

test('a picture of any format becomes squares of 400 and 96 pixels, cached forever under an unguessable name', async () => {
	await using site = await startSite()
	const player = await site.register()
	for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
		const address = await put(site, player, await plainPicture(format))
		expect(address).toMatch(/^\/pictures\/[\w-]{22}-400\.webp$/)
		for (const [url, side] of [
			[address, 400],
			[address.replace('-400', '-96'), 96],
		] as const) {
			const { statusCode, headers, bytes } = await fetched(site, url)
			expect([format, statusCode, headers['content-type']]).toEqual([format, 200, 'image/webp'])
			expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
			expect(headers['x-content-type-options']).toBe('nosniff')
			expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: side, height: side })
		}
	}
	expect(await site.call(getUser, { params: { id: player.user.id } })).toMatchObject({
		profilePicture: expect.stringMatching(/^\/pictures\//),
	})
})

test('unknown names are a 404, and none escapes the folder', async () => {
	await using site = await startSite()
	for (const url of [
		`/pictures/${'a'.repeat(22)}-400.webp`,
		`/pictures/${'a'.repeat(22)}-500.webp`,
		'/pictures/..%2fsecret.webp',
		'/pictures/%2e%2e%2f%2e%2e%2fsecret-400.webp',
		'/pictures/.webp',
	])
		expect([url, (await site.app.inject({ url })).statusCode]).toEqual([url, 404])
})

test('files are deleted when the picture is replaced or removed, or the account is deleted', async () => {
	await using site = await startSite()
	const player = await site.register()
	const first = await put(site, player, await plainPicture('png'))
	const second = await put(site, player, await plainPicture('jpeg'))
	expect(second).not.toBe(first)
	expect((await fetched(site, first)).statusCode).toBe(404)
	expect(await files(site)).toHaveLength(2)

	const { user } = await site.call(updateProfile, { body: { removeProfilePicture: true } }, player)
	expect(user.profilePicture).toBeNull()
	expect(await files(site)).toEqual([])

	await put(site, player, await plainPicture('png'))
	await site.services.db.deleteFrom('users').where('id', '=', player.user.id).execute()
	expect(await files(site)).toHaveLength(2)
	await deleteOrphanPictures(site.services)
	expect(await files(site)).toEqual([])
})

test('files that no account claims, as after a crash, are deleted after an hour', async () => {
	await using site = await startSite()
	const player = await site.register()
	const current = await put(site, player, await plainPicture('png'))
	const name = 'x'.repeat(22)
	const { db, pictures } = site.services
	const keepUntil = new Date(site.time.now + 3_600_000).toISOString()
	await db
		.insertInto('unused_pictures')
		.values({ picture: `/pictures/${name}-400.webp`, keep_until: keepUntil })
		.execute()
	await pictures.put(`${name}-400.webp`, Buffer.from('half'))
	await deleteOrphanPictures(site.services)
	expect(await files(site)).toHaveLength(3)
	site.time.now += 3_700_000
	await deleteOrphanPictures(site.services)
	expect((await files(site)).sort()).toEqual(
		[path.basename(current), path.basename(current).replace('-400', '-96')].sort(),
	)
	expect(await db.selectFrom('unused_pictures').selectAll().execute()).toEqual([])
})

test('ten changes at once leave one picture and its two files', async () => {
	await using site = await startSite()
	const player = await site.register()
	const bytes = await plainPicture('png')
	// One at a time: refused uploads are retried
	const putAgain = () => vi.waitFor(() => put(site, player, bytes), { interval: 100, timeout: 60_000 })
	await Promise.all(Array.from({ length: 10 }, putAgain))
	await deleteOrphanPictures(site.services)
	const { profilePicture } = await site.call(getUser, { params: { id: player.user.id } })
	expect(await files(site)).toHaveLength(2)
	expect(await files(site)).toContain(path.basename(profilePicture ?? ''))
})

test('an account can upload one picture at a time; a concurrent one is a 429', async () => {
	await using site = await startSite()
	const [player, other] = [await site.register(), await site.register()]
	const bytes = await plainPicture('png')
	const answers = await Promise.allSettled([
		put(site, player, bytes),
		put(site, player, bytes),
		put(site, other, bytes),
	])
	expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
	expect(answers[2]?.status).toBe('fulfilled')
	expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
		reason: { status: 429, code: PICTURE_IN_PROGRESS.code, message: PICTURE_IN_PROGRESS.error },
	})
	await put(site, player, bytes)
})

test('bombs, broken files and other formats are refused within a second, and nothing changes', {
	tags: ['trust-16'],
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const before = await put(site, player, await plainPicture('png'))
	const [jpeg, png] = [await plainPicture('jpeg', 800, 600), await sharp({ create: NOISE }).png().toBuffer()]
	const cases: [string, Buffer, number, string][] = [
		['17,000 x 17,000 PNG', hugePng(17_000), 413, 'picture_too_large'],
		['20 megapixels of GIF', await plainPicture('gif', 5_000, 4_000), 413, 'picture_too_large'],
		[
			'SVG with script',
			Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
			400,
			'not_a_picture',
		],
		['HTML named .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 400, 'not_a_picture'],
		['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 400, 'not_a_picture'],
		['TIFF', await sharp({ create: NOISE }).tiff().toBuffer(), 400, 'not_a_picture'],
		['nothing', Buffer.alloc(0), 400, 'not_a_picture'],
		['truncated JPEG', jpeg.subarray(0, jpeg.length / 2), 400, 'picture_broken'],
		['truncated PNG', png.subarray(0, png.length / 2), 400, 'picture_broken'],
		['header alone', png.subarray(0, 20), 400, 'picture_broken'],
		['PNG full of rubbish', Buffer.concat([png.subarray(0, 60), Buffer.alloc(5_000, 0x5a)]), 400, 'picture_broken'],
		['GIF without a frame', createGif(0), 400, 'picture_broken'],
		[
			'5 MB and a byte',
			Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 + 1 - jpeg.length)]),
			413,
			'picture_too_large',
		],
	]
	for (const [name, bytes, status, code] of cases) {
		const began = performance.now()
		const refusal = await refused(site, player, bytes, 'holiday.png')
		expect([name, refusal.status, refusal.code]).toEqual([name, status, code])
		expect(refusal.details).toEqual([{ path: 'profilePicture', message: refusal.message }])
		// About a second on an idle machine
		if (process.env.TIMED_PICTURES) expect([name, performance.now() - began < 4_000]).toEqual([name, true])
	}
	expect((await site.call(getUser, { params: { id: player.user.id } })).profilePicture).toBe(before)
	expect(await files(site)).toHaveLength(2)
})

const NOISE = {
	width: 600,
	height: 400,
	channels: 3 as const,
	background: '#000',
	noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
}

test('ten thousand frames, polyglots and metadata come out as one clean picture', { tags: ['trust-16'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const withLocation = await sharp({ create: NOISE })
		.withExif({
			IFD0: { Copyright: 'a secret', Artist: 'Somebody' },
			IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
		})
		.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
		.jpeg()
		.toBuffer()
	expect(withLocation.includes('a secret')).toBe(true)
	const script = Buffer.from('<script>alert(document.domain)</script>')
	for (const [name, bytes] of [
		['frames', createGif(10_000)],
		['polyglot', Buffer.concat([await plainPicture('gif'), script])],
		['JPEG with a page behind', Buffer.concat([await plainPicture('jpeg'), script])],
		['metadata', withLocation],
	] as const) {
		const began = performance.now()
		const { bytes: output } = await fetched(site, await put(site, player, bytes))
		if (process.env.TIMED_PICTURES) expect([name, performance.now() - began < 4_000]).toEqual([name, true])
		const { format, pages, width, exif, xmp, icc, iptc } = await sharp(output).metadata()
		expect([name, { format, pages, width, exif, xmp, icc, iptc }]).toEqual([name, { format: 'webp', width: 400 }])
		expect([name, output.includes('script'), output.includes('secret')]).toEqual([name, false, false])
	}
})

test('a picture is rotated as its metadata says and cropped to the center', async () => {
	await using site = await startSite()
	const player = await site.register()
	// Stored with red on the left; rotated by a quarter turn, as a phone records it, red is at the top
	const stored = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#0000ff' } })
		.composite([
			{ input: { create: { width: 400, height: 400, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
		])
		.withMetadata({ orientation: 6 })
		.jpeg()
		.toBuffer()
	const { bytes } = await fetched(site, await put(site, player, stored))
	const colorAt = async (left: number, top: number) => [
		...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
	]
	const [red = 0, , blueOfTop = 255] = await colorAt(200, 60)
	const [redOfBottom = 255, , blue = 0] = await colorAt(200, 340)
	expect([red > 200, blueOfTop < 60, redOfBottom < 60, blue > 200]).toEqual([true, true, true, true])
})

test('ten large pictures at once take 150 MB at most', { tags: ['trust-16'] }, async () => {
	await using site = await startSite()
	const players = await Promise.all(Array.from({ length: 10 }, () => site.register()))
	const large = [await plainPicture('jpeg', 7_000, 7_000), await plainPicture('gif', 4_000, 4_000), hugePng(7_000)]
	const [first] = players
	if (first) await put(site, first, await plainPicture('png'))
	const before = process.memoryUsage.rss()
	let peak = 0
	const watch = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage.rss())
	}, 5)
	await Promise.all(players.map((player, index) => put(site, player, large[index % large.length] ?? Buffer.alloc(0))))
	clearInterval(watch)
	expect((peak - before) / 1024 / 1024).toBeLessThan(150)
})
