import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReviews } from '#contract/reviews.ts'
import { type ReplicatedServers, type ReplicatedSite, startReplicatedServers } from '#kit/replicated-site.ts'
import { type Player, type TestSite, writeReview } from '#kit/site.ts'
import { createDataLocation, startProcess } from '#kit/site-process.ts'
import { readConfig } from '#server/config.ts'
import { startReplicaChecks } from '#server/jobs/replica-checks.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { openSite } from '#server/site.ts'

const SECRET_KEY = 'a secret for tests, long enough to be one'
const READERS = 8
const POLL = { timeout: 60_000, interval: 10 }
const ROUNDS = Number(process.env.REPLICA_ROUNDS ?? 1)
// The bar of the case; a short run may share a busy machine
const LONGEST_MS = process.env.REPLICA_ROUNDS ? 2_000 : 10_000

let servers: ReplicatedServers
let players = 0

beforeAll(async () => {
	servers = await startReplicatedServers()
})

afterAll(async () => {
	await servers?.[Symbol.asyncDispose]()
})

const register = (site: TestSite): Promise<Player> => site.register(`reader_${++players}`)

test('a read that conflicts with the replay is answered by the primary', async () => {
	await using site = await servers.startSite()
	const { db } = servers.database
	await sql`create table conflicts as select n from generate_series(1, 1000) n`.execute(db)
	await servers.catchUp()
	await expect.poll(() => site.replicas.next(), { timeout: 60_000 }).toBeDefined()
	const reads = site.replicas.next()?.db ?? db
	const read = () => sql<{ n: number }>`select count(*)::int as n, pg_sleep(0.9) from conflicts`.execute(reads)
	let reading = read()
	const isRunning = `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep(0.9)%' and pid <> pg_backend_pid()`
	const findRunning = async () => {
		const found = await servers.replica.query(isRunning)
		if (found[0]?.n === 1) return true
		// It has ended before it was found
		await reading
		reading = read()
		return false
	}
	await expect.poll(findRunning, { timeout: 60_000, interval: 20 }).toBe(true)
	await sql`drop table conflicts`.execute(db)
	// The primary has no such table any more, so its answer is the error
	await expect(reading).rejects.toMatchObject({ code: '42P01' })
})

test('a replica that is killed under eight readers fails no read', { tags: ['trust-47'] }, async () => {
	await using site = await servers.startSite()
	using _checks = startChecks(site)
	const problem = () => site.replicas.getStatuses()[0]?.problem
	await writeReview(site, await register(site))
	await servers.catchUp()
	for (let round = 0; round < ROUNDS; round++) {
		const { answers } = await readWhile(site, async (enough) => {
			await enough()
			await servers.replica.kill()
			await enough()
			await expect.poll(problem, POLL).toBe('unreachable')
			await enough()
			await servers.replica.start()
			await servers.catchUp()
			await expect.poll(problem, POLL).toBe(undefined)
			await enough()
		})
		expect(answers.filter((status) => status !== 200)).toEqual([])
	}
})

test('a replica that goes silent under eight readers makes nobody wait, and comes back', {
	tags: ['trust-48'],
}, async () => {
	await using site = await servers.startSite()
	using _checks = startChecks(site)
	const problem = () => site.replicas.getStatuses()[0]?.problem
	await writeReview(site, await register(site))
	await servers.catchUp()
	for (let round = 0; round < ROUNDS; round++) {
		const { answers, longestMs } = await readWhile(site, async (enough) => {
			await enough()
			servers.replica.freeze()
			await expect.poll(problem, POLL).toBe('unreachable')
			await enough()
			servers.replica.thaw()
			await expect.poll(problem, POLL).toBe(undefined)
			await enough()
		})
		expect(answers.filter((status) => status !== 200)).toEqual([])
		expect(longestMs).toBeLessThan(LONGEST_MS)
	}
})

test('a replica of another database prevents the start, and an unreachable one does not', async () => {
	const [host, other] = [new URL(servers.urls.replica).host, servers.replica.url]
	expect((await start(`${servers.urls.replica},${other}`)).at(-1)).toBe(
		`The server ${host} in DATABASE_REPLICA_URLS has another database. Name streaming replicas of the server in DATABASE_URL, with the same database.`,
	)
	expect((await start(servers.urls.replica.replace(/site$/, 'nowhere'))).at(-1)).toBe(
		`The server ${host} in DATABASE_REPLICA_URLS cannot be used: database "nowhere" does not exist. Correct the URL, or remove it.`,
	)
	expect((await start('postgres://me@127.0.0.1:1/site')).at(-1)).toBe(
		'The replica 127.0.0.1:1 is out of service: it cannot be reached: connect ECONNREFUSED 127.0.0.1:1. The primary serves its reads until it is back.',
	)
	expect((await start(servers.urls.replica)).at(-1)).not.toContain('replica')
})

test('the log says once that the last replica is away, and that it is back', async () => {
	await using place = await createDataLocation()
	const env = {
		DATABASE_URL: servers.urls.primary,
		SECRET_KEY,
		DATABASE_REPLICA_URLS: servers.urls.replica,
		LOG_LEVEL: 'info',
	}
	await using site = await startProcess(place, env)
	const count = (message: string) => site.output().split(message).length - 1
	const [away, back] = ['no replica is in service', 'a replica is in service']
	// On a busy machine a check may have failed before
	const [timesAway, timesBack] = [count(away), count(back)]
	await servers.replica.kill()
	await expect.poll(() => count(away), { timeout: 60_000 }).toBe(timesAway + 1)
	for (let n = 0; n < 20; n++) expect((await fetch(`${site.url}/api/reviews`)).status).toBe(200)
	expect([count(away), count(back)]).toEqual([timesAway + 1, timesBack])
	await servers.replica.start()
	await expect.poll(() => count(back), { timeout: 60_000 }).toBeGreaterThan(timesBack)
})

test('a replica that was promoted leaves service', async () => {
	await using site = await servers.startSite()
	await writeReview(site, await register(site))
	await servers.replica.query('select pg_promote()')
	expect(await site.check()).toBe('writable')
	expect((await site.call(listReviews, { query: {} })).reviews).not.toEqual([])
})

/** Checks the replicas as a running site does. */
function startChecks(site: ReplicatedSite): Disposable {
	const stop = startReplicaChecks(site.replicas, site.app.log)
	return { [Symbol.dispose]: stop }
}

/** Starts a site with these replicas and stops it; returns what the operator reads. */
async function start(replicaUrls: string): Promise<string[]> {
	await using place = await createDataLocation()
	const env = { ...place.env, DATABASE_URL: servers.urls.primary, SECRET_KEY, DATABASE_REPLICA_URLS: replicaUrls }
	const printed: string[] = []
	try {
		const config = readConfig({ ...env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' })
		await (await openSite(config, (sentence) => printed.push(sentence))).close()
	} catch (error) {
		printed.push(describeStartupError(error))
	}
	return printed
}

/** Reads with eight visitors until `work` is done; its argument waits until each of them has had several more answers. */
async function readWhile(site: TestSite, work: (enough: () => Promise<void>) => Promise<void>) {
	const answers: number[][] = Array.from({ length: READERS }, () => [])
	let longestMs = 0
	let isReading = true
	const readers = answers.map(async (own) => {
		while (isReading) {
			const began = performance.now()
			own.push((await site.app.inject({ url: '/api/reviews' })).statusCode)
			longestMs = Math.max(longestMs, performance.now() - began)
		}
	})
	try {
		await work(async () => {
			const counts = answers.map(({ length }) => length + 5)
			const isEnough = () => answers.every(({ length }, index) => length >= (counts[index] ?? 0))
			await expect.poll(isEnough, { timeout: 60_000, interval: 5 }).toBe(true)
		})
	} finally {
		isReading = false
		await Promise.all(readers)
	}
	return { answers: answers.flat(), longestMs }
}
