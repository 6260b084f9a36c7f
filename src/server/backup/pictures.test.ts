import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openMigratedDatabase } from '#kit/database-server.ts'
import { s3Env, startS3 } from '#kit/peers/s3-server.ts'
import { startSite } from '#kit/site.ts'
import { lockCatalog } from '#server/catalog/queries-locks.ts'
import { readConfig } from '#server/config.ts'
import { lockBackup } from '#server/db/backup-lock.ts'
import { deleteOrphanPictures } from '#server/features/media/orphan-pictures.ts'
import { createPictureAddress, getPictureFiles } from '#server/features/media/picture-names.ts'
import { createPictureStorage } from '#server/features/media/picture-storage.ts'
import { addOrphanPicture } from '#server/features/media/queries-orphan-pictures.ts'
import { type ManifestFacts, PICTURES_FOLDER } from './entries.ts'
import { readSite } from './read-site.ts'
import { createTargetFiles } from './target-files.ts'

test('a backup reads the pictures of a bucket that accounts use or may claim, and counts those that are missing', async () => {
	await using bucket = await startS3()
	const storage = createPictureStorage(readConfig(s3Env(bucket.port)))
	const { db, close, ...database } = await openMigratedDatabase({ statementTimeoutMs: 0 })
	const [used, unclaimed, missing, forgotten] = Array.from({ length: 4 }, createPictureAddress) as [
		string,
		string,
		string,
		string,
	]
	for (const address of [used, unclaimed, forgotten])
		for (const name of getNames(address)) await storage.put(name, Buffer.from(name))
	const account = (name: string, picture: string) => ({
		id: crypto.randomUUID(),
		username: name,
		email: name,
		email_key: name,
		picture,
	})
	const at = new Date().toISOString()
	await db
		.insertInto('users')
		.values([account('a', used), account('b', missing)].map((row) => ({ ...row, created_at: at })))
		.execute()
	await addOrphanPicture(db, unclaimed, at)

	const contents = readSite({
		database: { ...database, db, close },
		pictures: storage,
		secret: undefined,
		clock: Date.now,
	})
	const found: string[] = []
	let facts: ManifestFacts | undefined
	for (let next = await contents.next(); !facts; next = await contents.next())
		if (next.done) facts = next.value
		else if (next.value.path.startsWith(PICTURES_FOLDER)) {
			expect(next.value.path).toBe(`${PICTURES_FOLDER}/${next.value.bytes}`)
			found.push(next.value.bytes.toString())
		}
	await close()
	expect(found.sort()).toEqual([...getNames(used), ...getNames(unclaimed)].sort())
	expect(facts.missingPictures).toBe(2)
})

test('restored pictures come into the bucket, and a failure takes away those that it lacked', async () => {
	await using bucket = await startS3()
	const folder = await createFolder()
	const config = readConfig({ DATA_DIR: folder, ...s3Env(bucket.port) })
	const [present, added] = [createPictureAddress(), createPictureAddress()].map(getNames) as [string[], string[]]
	for (const name of present) await createPictureStorage(config).put(name, Buffer.from(name))

	const place = async () => {
		const files = createTargetFiles(config, path.join(folder, 'restoring'))
		for (const name of [...present, ...added]) await files.addPicture(name, Buffer.from(name))
		return files.place()
	}
	const remove = await place()
	expect(await bucket.objects()).toEqual([...present, ...added].sort())
	await remove()
	expect(await bucket.objects()).toEqual(present.toSorted())
})

test('a secret and pictures are placed in the data folder and taken away again', async () => {
	const folder = await createFolder()
	const files = createTargetFiles(readConfig({ DATA_DIR: folder }), path.join(folder, 'restoring'))
	await files.addSecret('the secret of a site, long enough to be one')
	await files.addPicture('one.webp', Buffer.from('one'))
	expect(await readdir(folder)).toEqual(['restoring'])
	const remove = await files.place()
	expect(await readFile(path.join(folder, 'secret'), 'utf8')).toBe('the secret of a site, long enough to be one')
	expect(await readdir(path.join(folder, 'pictures'))).toEqual(['one.webp'])
	await remove()
	expect(await readdir(folder)).toEqual(['restoring'])
})

test('a replaced picture stays until a running backup has ended', async () => {
	await using site = await startSite()
	const { db, pictures } = site.services
	const address = createPictureAddress()
	const [name = ''] = getNames(address)
	await pictures.put(name, Buffer.from('replaced'))
	await addOrphanPicture(db, address, new Date(site.time.now - 1).toISOString())
	await db.transaction().execute(async (backup) => {
		await lockBackup(backup)
		await deleteOrphanPictures(site.services)
		expect(await pictures.get(name)).toBeDefined()
		// Games are added and merged meanwhile
		await db.transaction().execute(lockCatalog)
	})
	await deleteOrphanPictures(site.services)
	expect(await pictures.get(name)).toBeUndefined()
})

function getNames(address: string): string[] {
	return Object.values(getPictureFiles(address) ?? {})
}

async function createFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	return folder
}
