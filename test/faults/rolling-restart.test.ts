import { execFileSync } from 'node:child_process'
import { Agent } from 'node:http'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '#kit/ask.ts'
import { startBalancer } from '#kit/peers/balancer.ts'
import { createSeededLocation, type DataLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'
import { createWriteLoad } from '#kit/write-load.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'

// `npm run trust` replaces four processes, several times
const PROCESSES = Number(process.env.ROLLING_PROCESSES ?? 2)
const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 1)
const READERS = 16
const PATIENCE = { timeout: 120_000, interval: 20 }
const PATHS = ['/api/reviews?limit=5', '/', '/api/games/popular?limit=5', '/games/1']

let place: DataLocation
beforeAll(async () => {
	place = await createSeededLocation()
	return () => place[Symbol.asyncDispose]()
}, 60_000)

const cleanups: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(env: Record<string, string>): Promise<SiteProcess> {
	const site = await startProcess(place, { DATABASE_CONNECTIONS: '4', ...env })
	cleanups.push(() => site[Symbol.asyncDispose]())
	return site
}

/** Reads and writes over kept-alive connections, without a pause, until `end` returns all that was not answered well. */
async function startLoad(site: { url: string }, prefix: string) {
	const writes = await createWriteLoad(() => site, { writers: 8, prefix })
	const failures: string[] = []
	let readCount = 0
	let isOver = false
	const readers = Array.from({ length: READERS }, async (_, reader) => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 })
		for (let turn = reader; !isOver; turn++) {
			const path = PATHS[turn % PATHS.length] ?? ''
			const outcome = await ask(site.url + path, agent)
			if (outcome === 200) readCount++
			else failures.push(`${path}: ${outcome}`)
		}
		agent.destroy()
	})
	writes.start()
	return {
		/** Waits for so many more answers of each kind. */
		async more(count: number) {
			const [reads, acknowledged] = [readCount, writes.counts.acknowledged]
			const countMore = () => Math.min(readCount - reads, writes.counts.acknowledged - acknowledged)
			await expect.poll(countMore, PATIENCE).toBeGreaterThan(count)
		},
		async end() {
			isOver = true
			await Promise.all([...readers, writes.stop()])
			const { db, close } = await openDatabase({ url: place.env.DATABASE_URL ?? '' })
			const differences = [...(await writes.findDifferences(db)), ...(await recount(db))]
			await close()
			return [...failures, ...writes.wrong, ...differences, ...(writes.counts.refused ? ['503 for a write'] : [])]
		},
	}
}

test('processes that are replaced one by one behind a balancer fail no request', {
	tags: ['trust-15'],
	timeout: 3_600_000,
}, async () => {
	const sites = await Promise.all(Array.from({ length: PROCESSES }, () => start({})))
	await using balancer = await startBalancer(sites.map(({ url }) => url))
	const load = await startLoad(balancer, 'balanced')
	for (let round = 0; round < ROUNDS; round++)
		for (const [index, site] of sites.entries()) {
			await load.more(200)
			expect(await site.stop()).toBe(0)
			await load.more(50)
			sites[index] = await start({ PORT: new URL(site.url).port })
		}
	await load.more(200)
	expect([...(await load.end()), ...balancer.failures]).toEqual([])
})

// The short form is in workers.test.ts
test.skipIf(process.env.ROLLING_ROUNDS === undefined)(
	'SIGHUP replaces all workers of a site and fails no request',
	{ tags: ['trust-15'], timeout: 3_600_000 },
	async () => {
		const site = await start({ WORKERS: String(PROCESSES) })
		const load = await startLoad(site, 'hung_up')
		for (let round = 0; round < ROUNDS; round++) {
			const before = listChildren(site)
			await load.more(200)
			site.child.kill('SIGHUP')
			await expect.poll(() => site.output().match(/All workers were restarted/g)?.length, PATIENCE).toBe(round + 1)
			expect(listChildren(site)).toHaveLength(PROCESSES)
			expect(listChildren(site).filter((pid) => before.includes(pid))).toEqual([])
		}
		await load.more(200)
		expect(await load.end()).toEqual([])
		expect(await site.stop()).toBe(0)
	},
)

/** The ids of the processes that a process has started. */
function listChildren({ child }: SiteProcess): number[] {
	const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
	return found.split('\n').map(Number).filter(Boolean)
}
