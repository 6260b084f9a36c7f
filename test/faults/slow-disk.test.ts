import { Agent } from 'node:http'
import { expect, test } from 'vitest'
import { ask } from '#kit/ask.ts'
import { startCluster } from '#kit/peers/postgres-cluster.ts'
import { createDataLocation, startProcess } from '#kit/site-process.ts'
import { createWriteLoad } from '#kit/write-load.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const READS = 100
const CONNECTIONS = 10
const isLong = process.env.SLOW_DISK !== undefined
// The bar of the case; a short run may share a busy machine
const MAX_READ_MS = isLong ? 500 : 10_000

/** A disk that takes a tenth of a second to store a transaction: the server waits as long before each flush of its log. */
const SLOW = { fsync: 'on', commit_delay: '100000', commit_siblings: '0' }

test('on a slow disk and on one that stalls, reads go on, writes wait or get a 503, and nothing acknowledged is lost', {
	tags: ['trust-43'],
}, async () => {
	await using cluster = await startCluster({ settings: SLOW })
	await using place = await createDataLocation()
	const url = await cluster.createDatabase('site')
	await using site = await startProcess(place, { DATABASE_URL: url, DATABASE_CONNECTIONS: String(CONNECTIONS) })
	const agent = new Agent({ keepAlive: true })
	const load = await createWriteLoad(() => site, { writers: 32 })
	const more = async (count: number) => {
		const before = load.counts.acknowledged
		await expect.poll(() => load.counts.acknowledged - before, PATIENCE).toBeGreaterThanOrEqual(count)
	}
	const countStalled = async () => {
		const [row] = await cluster.query(
			"select count(*)::int as n from pg_stat_activity where datname = 'site' and wait_event = 'SyncRep'",
		)
		return row?.n
	}
	/** Reads what no cache answers: every answer is good and soon, and stalled writes leave connections for reads. */
	async function expectReads() {
		for (let read = 0; read < READS; read++) {
			const began = performance.now()
			expect(await ask(`${site.url}/api/reviews?limit=5`, agent)).toBe(200)
			expect(performance.now() - began).toBeLessThan(MAX_READ_MS)
			if (read % 10 === 0) expect(await countStalled()).toBeLessThan(CONNECTIONS)
		}
		expect(await ask(`${site.url}/readyz`, agent)).toBe(200)
	}
	const setStalled = async (isStalled: boolean) => {
		await cluster.query(`alter system set synchronous_standby_names = '${isStalled ? 'nobody' : ''}'`)
		await cluster.query('select pg_reload_conf()')
	}

	load.start()
	await more(100)
	await expectReads()

	// A commit waits for a replica that does not exist, as for a disk that stores nothing
	await setStalled(true)
	await expect.poll(countStalled, PATIENCE).toBeGreaterThan(4)
	await expectReads()
	await expect.poll(() => load.counts.refused, PATIENCE).toBeGreaterThan(0)
	await expectReads()
	await setStalled(false)
	await more(100)
	await load.stop()
	agent.destroy()

	expect(load.wrong).toEqual([])
	const { db, close } = await openDatabase({ url, statementTimeoutMs: 0 })
	expect(await load.findDifferences(db)).toEqual([])
	expect(await recount(db)).toEqual([])
	await close()
	expect(await site.stop()).toBe(0)
})
