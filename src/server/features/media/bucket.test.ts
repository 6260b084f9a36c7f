import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { PICTURES_UNAVAILABLE, updateProfile } from '#contract/profile.ts'
import { getMe } from '#contract/session-tokens.ts'
import { S3_BUCKET, S3_KEY, s3Env, startS3 } from '#kit/peers/s3-server.ts'
import { fileOf, plainPicture } from '#kit/pictures.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { type Bucket, bucketStorage } from './bucket.ts'
import { findStorageProblem } from './storage.ts'
import { deleteOrphanPictures } from './orphan-pictures.ts'

const bucketAt = (port: number, change: Partial<Bucket> = {}): Bucket => ({
	endpoint: `http://127.0.0.1:${port}`,
	name: S3_BUCKET,
	region: 'us-east-1',
	...S3_KEY,
	...change,
})

/** Something that speaks HTTP where a storage should be. */
async function standIn(answer: RequestListener): Promise<AsyncDisposable & { port: number }> {
	const server = createServer(answer)
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		port: (server.address() as AddressInfo).port,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
}

const choose = async (site: TestSite, player: Player, color?: string) =>
	site.call(updateProfile, { body: { profilePicture: fileOf(await plainPicture('png', 320, 240, color)) } }, player)

const refusedChoice = async (site: TestSite, player: Player) =>
	site.refusal(updateProfile, { body: { bio: 'Changed', profilePicture: fileOf(await plainPicture('png')) } }, player)

test('a bucket keeps, gives and forgets what it is given, byte for byte', async () => {
	await using server = await startS3()
	const storage = bucketStorage(bucketAt(server.port))
	const bytes = Buffer.from(Uint8Array.from({ length: 5_000 }, (_, index) => index % 256))
	expect(await storage.get('none.webp')).toBeUndefined()
	await storage.put('one.webp', bytes)
	await storage.put('a b+c&=%2f.webp', Buffer.from('strange'))
	expect(await storage.get('one.webp')).toEqual(bytes)
	expect(String(await storage.get('a b+c&=%2f.webp'))).toBe('strange')
	await storage.remove('one.webp')
	await storage.remove('one.webp')
	expect(await storage.get('one.webp')).toBeUndefined()
})

test('the pictures of a site live in its bucket: chosen, served, replaced and removed', async () => {
	await using server = await startS3()
	await using site = await startSite({ env: s3Env(server.port) })
	const player = await site.register()
	const { user } = await choose(site, player)
	const first = user.profilePicture ?? ''
	expect(await server.objects()).toHaveLength(2)
	for (const url of [first, first.replace('-400', '-96')]) {
		const { statusCode, headers } = await site.app.inject({ url })
		expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
			200,
			'image/webp',
			'public, max-age=31536000, immutable',
		])
	}
	await choose(site, player, '#2040c0')
	expect((await site.app.inject({ url: first })).statusCode).toBe(404)
	expect(await server.objects()).toHaveLength(2)
	await site.call(updateProfile, { body: { removeProfilePicture: true } }, player)
	expect(await server.objects()).toEqual([])
	// Nothing of it lies in the folder
	await expect(readdir(`${site.services.config.dataDir}/pictures`)).rejects.toThrow('ENOENT')
})

test.each([
	['a wrong secret', { S3_SECRET_ACCESS_KEY: 'not the secret' }],
	['an unknown key', { S3_ACCESS_KEY_ID: 'NOBODY' }],
	['a bucket that is not there', { S3_BUCKET: 'no-such-bucket' }],
])('%s is a 503 with a sentence, for who sends and who looks, and nothing changes', async (_, change) => {
	await using server = await startS3()
	await using site = await startSite({ env: s3Env(server.port, change) })
	const player = await site.register()
	const refusal = await refusedChoice(site, player)
	expect([refusal.status, refusal.code, refusal.message]).toEqual([503, PICTURES_UNAVAILABLE.code, PICTURES_UNAVAILABLE.error])
	expect((await site.call(getMe, {}, player)).user).toMatchObject({ bio: null, profilePicture: null })
	expect(await server.objects()).toEqual([])
	const looked = await site.app.inject({ url: `/pictures/${'a'.repeat(22)}-400.webp` })
	expect([looked.statusCode, looked.headers['retry-after']]).toEqual([503, '10'])
	expect(looked.headers['cache-control']).toBeUndefined()
})

test('why a storage cannot be used is told in words that its operator can act on', async () => {
	await using server = await startS3()
	const problem = (change: Partial<Bucket>) => findStorageProblem(bucketStorage(bucketAt(server.port, change), 2_000))
	expect(await problem({})).toBeUndefined()
	expect(await problem({ secretAccessKey: 'another' })).toBe(
		'The storage of pictures answered 403 SignatureDoesNotMatch',
	)
	expect(await problem({ accessKeyId: 'NOBODY' })).toBe('The storage of pictures answered 403 InvalidAccessKeyId')
	expect(await problem({ name: 'no-such-bucket' })).toBe('The storage of pictures answered 404 NoSuchBucket')
	expect(await problem({ endpoint: 'http://127.0.0.1:1' })).toMatch(/^fetch failed: /)
})

test('while the storage is away everything else goes on, and what it missed is made good', async () => {
	await using away = await standIn((_request, response) => response.writeHead(500).end())
	const { port } = away
	await away[Symbol.asyncDispose]()
	await using site = await startSite({ env: s3Env(port) })
	const player = await site.register()
	expect((await refusedChoice(site, player)).status).toBe(503)
	const { user } = await site.call(updateProfile, { body: { bio: 'Without a picture' } }, player)
	expect(user).toMatchObject({ bio: 'Without a picture', profilePicture: null })

	await using server = await startS3(port)
	site.time.now += 3_700_000
	await deleteOrphanPictures(site.services)
	expect(await site.services.db.selectFrom('unused_pictures').selectAll().execute()).toEqual([])
	expect(await server.objects()).toEqual([])
})

test('of two sizes both are kept or none counts, and what was written is removed again', async () => {
	const kept = new Set<string>()
	await using half = await standIn((request, response) => {
		const name = request.url ?? ''
		request.resume().on('end', () => {
			if (request.method === 'DELETE') kept.delete(name)
			if (request.method === 'PUT' && name.includes('-96')) return response.writeHead(507).end()
			if (request.method === 'PUT') kept.add(name)
			return response.end()
		})
	})
	await using site = await startSite({ env: s3Env(half.port) })
	const player = await site.register()
	expect((await refusedChoice(site, player)).status).toBe(503)
	expect((await site.call(getMe, {}, player)).user.profilePicture).toBeNull()
	expect(kept.size).toBe(1)
	site.time.now += 3_700_000
	await deleteOrphanPictures(site.services)
	expect(kept.size).toBe(0)
})

test('a storage that never answers, or leads elsewhere, is given up', async () => {
	await using silent = await standIn(() => {})
	await using leading = await standIn((_request, response) =>
		response.writeHead(307, { location: `http://127.0.0.1:${silent.port}/` }).end(),
	)
	for (const port of [silent.port, leading.port]) {
		const began = performance.now()
		const asking = bucketStorage(bucketAt(port), 300).get('one.webp')
		await expect(asking).rejects.toMatchObject({ statusCode: 503, code: PICTURES_UNAVAILABLE.code })
		expect(performance.now() - began).toBeLessThan(10_000)
	}
})
