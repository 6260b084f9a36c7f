/**
 * Each upload is decoded in a process of its own.
 *
 * @module-tag ci
 */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { PICTURES_UNAVAILABLE, updateProfile } from '#contract/profile.ts'
import { getMe } from '#contract/session-tokens.ts'
import { S3_BUCKET, S3_KEY, s3Env, startS3 } from '#kit/peers/s3-server.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { type Bucket, bucketStorage } from './bucket.ts'
import { deleteOrphanPictures } from './orphan-pictures.ts'
import { findStorageProblem } from './storage.ts'

const bucketAt = (port: number, change: Partial<Bucket> = {}): Bucket => ({
	endpoint: `http://127.0.0.1:${port}`,
	name: S3_BUCKET,
	region: 'us-east-1',
	...S3_KEY,
	...change,
})

/** Starts an HTTP server that plays a storage. */
async function startFakeStorage(answer: RequestListener): Promise<AsyncDisposable & { port: number }> {
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
	site.call(updateProfile, { body: { profilePicture: toFile(await plainPicture('png', 320, 240, color)) } }, player)

const refusedChoice = async (site: TestSite, player: Player) =>
	site.refusal(updateProfile, { body: { bio: 'Changed', profilePicture: toFile(await plainPicture('png')) } }, player)

test('a bucket stores, returns and deletes objects, byte for byte', async () => {
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

test('pictures are stored in the bucket: uploaded, served, replaced and removed', async () => {
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
	// Nothing is stored in the folder
	await expect(readdir(`${site.services.config.dataDir}/pictures`)).rejects.toThrow('ENOENT')
})

test.each([
	['a wrong secret', { S3_SECRET_ACCESS_KEY: 'not the secret' }],
	['an unknown key', { S3_ACCESS_KEY_ID: 'NOBODY' }],
	['a missing bucket', { S3_BUCKET: 'no-such-bucket' }],
])('%s is a 503 for uploads and downloads, and nothing changes', async (_, change) => {
	await using server = await startS3()
	await using site = await startSite({ env: s3Env(server.port, change) })
	const player = await site.register()
	const refusal = await refusedChoice(site, player)
	expect([refusal.status, refusal.code, refusal.message]).toEqual([
		503,
		PICTURES_UNAVAILABLE.code,
		PICTURES_UNAVAILABLE.error,
	])
	expect((await site.call(getMe, {}, player)).user).toMatchObject({ bio: null, profilePicture: null })
	expect(await server.objects()).toEqual([])
	const download = await site.app.inject({ url: `/pictures/${'a'.repeat(22)}-400.webp` })
	expect([download.statusCode, download.headers['retry-after']]).toEqual([503, '10'])
	expect(download.headers['cache-control']).toBeUndefined()
})

test('storage problems are reported in terms that the operator can act on', async () => {
	await using server = await startS3()
	const problem = (change: Partial<Bucket>) => findStorageProblem(bucketStorage(bucketAt(server.port, change), 2_000))
	expect(await problem({})).toBeUndefined()
	expect(await problem({ secretAccessKey: 'another' })).toBe('The picture storage answered 403 SignatureDoesNotMatch')
	expect(await problem({ accessKeyId: 'NOBODY' })).toBe('The picture storage answered 403 InvalidAccessKeyId')
	expect(await problem({ name: 'no-such-bucket' })).toBe('The picture storage answered 404 NoSuchBucket')
	expect(await problem({ endpoint: 'http://127.0.0.1:1' })).toMatch(/^fetch failed: /)
})

test('while the storage is unreachable everything else works, and orphans are deleted afterwards', async () => {
	await using away = await startFakeStorage((_request, response) => response.writeHead(500).end())
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

test('if one of the two sizes cannot be stored, the upload fails and the other one is deleted', async () => {
	const objects = new Set<string>()
	await using half = await startFakeStorage((request, response) => {
		const name = request.url ?? ''
		request.resume().on('end', () => {
			if (request.method === 'DELETE') objects.delete(name)
			if (request.method === 'PUT' && name.includes('-96')) return response.writeHead(507).end()
			if (request.method === 'PUT') objects.add(name)
			return response.end()
		})
	})
	await using site = await startSite({ env: s3Env(half.port) })
	const player = await site.register()
	expect((await refusedChoice(site, player)).status).toBe(503)
	expect((await site.call(getMe, {}, player)).user.profilePicture).toBeNull()
	expect(objects.size).toBe(0)
})

test('a storage that never answers, or redirects, is a 503', async () => {
	await using silent = await startFakeStorage(() => {})
	await using leading = await startFakeStorage((_request, response) =>
		response.writeHead(307, { location: `http://127.0.0.1:${silent.port}/` }).end(),
	)
	for (const port of [silent.port, leading.port]) {
		const began = performance.now()
		const request = bucketStorage(bucketAt(port), 300).get('one.webp')
		await expect(request).rejects.toMatchObject({ statusCode: 503, code: PICTURES_UNAVAILABLE.code })
		expect(performance.now() - began).toBeLessThan(10_000)
	}
})
