import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateProfile } from '#contract/profile.ts'
import { getUser } from '#contract/users.ts'
import { type Cluster, NO_CLUSTER, startCluster } from '#kit/peers/postgres-cluster.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { prepareSeedData } from '#kit/seed-data.ts'
import { startSite } from '#kit/site.ts'
import { createDataLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'
import { createSmallDisk, NO_SMALL_DISK } from '#kit/small-disk.ts'
import { createWriteLoad } from '#kit/write-load.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'
import { openSite } from '#server/site.ts'

const MB = 1024 * 1024
const REASON = NO_SMALL_DISK ? `. ${NO_SMALL_DISK}` : ''
const CLUSTER_REASON = NO_CLUSTER ? `. ${NO_CLUSTER}` : REASON
const PATIENCE = { timeout: 60_000, interval: 50 }

test.skipIf(REASON)(
	`trust case 43: on a full disk the embedded site refuses writes with 503, and continues once there is room, without a restart${REASON}`,
	async () => {
		await using disk = await createSmallDisk(256 * MB)
		await cp(await prepareSeedData(), disk.folder, { recursive: true })
		const config = readConfig({ DATA_DIR: disk.folder, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' })
		const site = await openSite(config, () => {})
		const address = await site.app.listen({ host: '127.0.0.1', port: 0 })
		const load = await createWriteLoad(() => ({ url: address }), { writers: 4 })
		const more = async (kind: 'acknowledged' | 'refused', count: number) => {
			const before = load.counts[kind]
			await expect.poll(() => load.counts[kind] - before, PATIENCE).toBeGreaterThanOrEqual(count)
		}
		const statusOf = async (url: string) => (await site.app.inject({ url })).statusCode

		load.start()
		await more('acknowledged', 100)
		await disk.fill()
		// Until no table can grow
		await more('refused', 20)
		expect(await statusOf('/api/reviews')).toBe(200)
		await disk.empty()
		await more('acknowledged', 100)

		// Until its log cannot grow, which ends the database
		await disk.fill()
		const switchLog = () => sql`select pg_switch_wal()`.execute(site.database.db)
		const fillLog = () =>
			switchLog().then(
				() => '',
				(error: Error) => error.message,
			)
		await expect.poll(fillLog, PATIENCE).toContain('The embedded database has ended')
		expect(await statusOf('/api/reviews')).toBe(503)
		expect(await statusOf('/readyz')).toBe(503)
		expect(await statusOf('/healthz')).toBe(200)
		await more('refused', 20)
		await disk.empty()
		await more('acknowledged', 100)
		await load.stop()

		expect(load.wrong).toEqual([])
		expect(await load.findDifferences(site.database.db)).toEqual([])
		expect(await recount(site.database.db)).toEqual([])
		await site.close()
		// What was written is there for the next process too
		const { db, close } = await openDatabase({ folder: disk.folder })
		expect(await load.findDifferences(db)).toEqual([])
		await close()
	},
)

test.skipIf(CLUSTER_REASON)(
	`trust case 43: while the disk of the PostgreSQL server is full, writes get a 503, and nothing acknowledged is lost${CLUSTER_REASON}`,
	async () => {
		await using disk = await createSmallDisk(320 * MB)
		await using cluster = await startCluster({ parent: disk.folder })
		await using place = await createDataLocation()
		const url = await cluster.createDatabase('site')
		await using site = await startProcess(place, { DATABASE_URL: url })
		const load = await createWriteLoad(() => site, { writers: 4 })
		const more = async (kind: 'acknowledged' | 'refused', count: number) => {
			const before = load.counts[kind]
			await expect.poll(() => load.counts[kind] - before, PATIENCE).toBeGreaterThanOrEqual(count)
		}
		load.start()
		await more('acknowledged', 100)
		await disk.fill()
		await more('refused', 20)
		await disk.empty()
		await more('acknowledged', 100)

		// The server's log cannot grow, so it ends, and starts only once there is room
		await disk.fill()
		await endByFullLog(cluster)
		await more('refused', 20)
		expect(await readyStatusOf(site)).toBe(503)
		await disk.empty()
		await cluster.start()
		await more('acknowledged', 100)
		await load.stop()

		const { db, close } = await openDatabase({ url, statementTimeoutMs: 0 })
		expect(await load.findDifferences(db)).toEqual([])
		expect(await recount(db)).toEqual([])
		await close()
		expect(load.wrong).toEqual([])
		expect(await site.stop()).toBe(0)
	},
)

test.skipIf(REASON)(
	`trust case 43: a picture for which the disk has no room gets a 503, and leaves the old one and no files behind${REASON}`,
	async () => {
		await using disk = await createSmallDisk(8 * MB)
		const dataDir = path.join(disk.folder, 'data')
		await using site = await startSite({ env: { DATA_DIR: dataDir } })
		const player = await site.register()
		const upload = async (color: string) => {
			const body = { profilePicture: toFile(await plainPicture('png', 320, 240, color)) }
			return (await site.call(updateProfile, { body }, player)).user.profilePicture
		}
		const listFiles = async () => (await readdir(path.join(dataDir, 'pictures'))).sort()
		const first = await upload('#c03020')
		const files = await listFiles()
		expect(files).toHaveLength(2)

		await disk.fill()
		await expect(upload('#20c030')).rejects.toMatchObject({ status: 503, code: 'unavailable' })
		expect(await listFiles()).toEqual(files)
		const { profilePicture } = await site.call(getUser, { params: { id: player.user.id } })
		expect(profilePicture).toBe(first)
		expect((await site.app.inject({ url: first ?? '' })).statusCode).toBe(200)

		await disk.empty()
		const second = await upload('#20c030')
		expect(second).not.toBe(first)
		expect((await site.app.inject({ url: second ?? '' })).statusCode).toBe(200)
	},
)

/** Makes the server switch to new files of its log, for which there is no room, until it is gone. */
async function endByFullLog(cluster: Cluster): Promise<void> {
	const switchLog = () =>
		cluster.query('create table if not exists grows (n int); select pg_switch_wal()').then(
			() => '',
			(error: Error) => error.message,
		)
	await expect.poll(switchLog, PATIENCE).toContain('ECONNREFUSED')
	await cluster.stop()
}

async function readyStatusOf(site: SiteProcess): Promise<number> {
	return (await fetch(`${site.url}/readyz`)).status
}
