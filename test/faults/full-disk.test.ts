import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateProfile } from '#contract/profile.ts'
import { getUser } from '#contract/users.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { startSite } from '#kit/site.ts'
import { startProcess } from '#kit/site-process.ts'
import { createSmallDisk, NO_SMALL_DISK } from '#kit/small-disk.ts'
import { createWriteLoad } from '#kit/write-load.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'

const MB = 1024 * 1024
/** Of a file of the server's log. */
const SEGMENT_BYTES = 16 * MB
const REASON = NO_SMALL_DISK ? `. ${NO_SMALL_DISK}` : ''
const PATIENCE = { timeout: 60_000, interval: 50 }

test.skipIf(REASON)(
	`on a full disk the site refuses writes with 503, and continues once there is room, without a restart${REASON}`,
	{ tags: ['trust-43'] },
	async () => {
		await using disk = await createSmallDisk(400 * MB)
		const place = { env: { DATA_DIR: disk.folder }, [Symbol.asyncDispose]: async () => {} }
		await using site = await startProcess(place)
		const load = await createWriteLoad(() => site, { writers: 4 })
		const more = async (kind: 'acknowledged' | 'refused', count: number) => {
			const before = load.counts[kind]
			await expect.poll(() => load.counts[kind] - before, PATIENCE).toBeGreaterThanOrEqual(count)
		}
		const statusOf = async (url: string) => (await fetch(site.url + url)).status

		load.start()
		await more('acknowledged', 100)
		// Until no table can grow, while the log still has room in its segment
		await beginLogSegment(disk.folder)
		await disk.fill()
		await more('refused', 20)
		expect(await statusOf('/api/reviews')).toBe(200)
		await disk.empty()
		await more('acknowledged', 100)

		// Until the log cannot grow, which ends the server
		await disk.fill()
		await endByFullLog(disk.folder)
		await expect.poll(() => statusOf('/readyz'), PATIENCE).toBe(503)
		expect(await statusOf('/healthz')).toBe(200)
		await more('refused', 20)
		await disk.empty()
		await more('acknowledged', 100)
		await load.stop()
		expect(load.wrong).toEqual([])
		expect(await site.stop()).toBe(0)

		// What was written is there for the next process too
		const { db, close } = await openDatabase({ folder: disk.folder, statementTimeoutMs: 0 })
		expect(await load.findDifferences(db)).toEqual([])
		expect(await recount(db)).toEqual([])
		await close()
	},
)

test.skipIf(REASON)(
	`a picture for which the disk has no room gets a 503, and leaves the old one and no files behind${REASON}`,
	{ tags: ['trust-43'] },
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

/** Fills the segment in which the log of the server in a data folder ends, so that a new one has just begun. */
async function beginLogSegment(folder: string): Promise<void> {
	const { db, close } = await openDatabase({ folder })
	const position = sql<{ bytes: number }>`select (pg_current_wal_insert_lsn() - '0/0') % ${SEGMENT_BYTES} as bytes`
	const { bytes } = (await position.execute(db)).rows[0] as { bytes: number }
	await sql`select pg_logical_emit_message(false, '', repeat('x', ${SEGMENT_BYTES - bytes}::int), true)`.execute(db)
	await close()
}

/** Makes the log of the server in a data folder grow until the server is gone. */
async function endByFullLog(folder: string): Promise<void> {
	const fillLog = async () => {
		const { db, close } = await openDatabase({ folder, statementTimeoutMs: 0, waitMs: 1_000 })
		try {
			await sql`select pg_logical_emit_message(false, '', repeat('x', 20000000), true)`.execute(db)
		} finally {
			await close()
		}
	}
	await expect
		.poll(
			() =>
				fillLog().then(
					() => 'written',
					() => 'failed',
				),
			PATIENCE,
		)
		.toBe('failed')
}
