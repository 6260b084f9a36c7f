import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#kit/peers/postgres-cluster.ts'
import { createDataLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'
import { createWriteLoad, type WriteLoad } from '#kit/write-load.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'
import { openSite } from '#server/site.ts'

const ROUNDS = Number(process.env.DATABASE_ENDS ?? 1)
const KILL_ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
const isLong = process.env.DATABASE_ENDS !== undefined || process.env.KILL_ROUNDS !== undefined
// The bars of the cases; a short run may share a busy machine
const BACK_WITHIN_MS = isLong ? 2_000 : 20_000
const REFUSED_WITHIN_MS = isLong ? 1_000 : 10_000

// Of the site in the database from which the others are copied
const SECRET_KEY = 'a secret for tests, long enough to be one'
let cluster: Cluster

beforeAll(async () => {
	cluster = await startCluster()
	// With the tables and the built-in games, which take their time
	await using place = await createDataLocation()
	const env = { ...place.env, DATABASE_URL: await cluster.createDatabase('prepared'), SECRET_KEY, LOG_LEVEL: 'silent' }
	await (await openSite(readConfig(env), () => {})).close()
})

afterAll(async () => {
	await cluster?.[Symbol.asyncDispose]()
})

/** What is made of the database's rows. */
const LIVE = ['/api/reviews', '/users', '/games/1', '/feeds/reviews.atom', '/sitemap.xml']

/** How the database ends, again and again. */
const ENDS: Readonly<Record<string, () => Promise<void>>> = {
	async 'is killed'() {
		await cluster.kill()
		await cluster.start()
	},
	async 'cuts its connections'() {
		const { db, close } = await openDatabase({ url: cluster.url, connections: 1 })
		const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
			where application_name like 'savepoint % process %'`.execute(db)
		await close()
		expect(rows.length).toBeGreaterThan(0)
	},
	async 'is restarted'() {
		await cluster.stop()
		await cluster.start()
	},
}

test('a database that is killed, restarted or drops connections under eight writers crashes no process and loses nothing acknowledged', {
	tags: ['trust-47'],
	timeout: 3_600_000,
}, async () => {
	await using place = await createDataLocation()
	const url = await cluster.createDatabase('writers', 'prepared')
	await using site = await startProcess(place, { DATABASE_URL: url, SECRET_KEY })
	const load = await createWriteLoad(() => site, { writers: 8 })
	const began = performance.now()
	load.start()
	try {
		for (let round = 0; round < ROUNDS; round++)
			for (const end of Object.values(ENDS)) {
				await untilMoreIsWritten(load, 50)
				await end()
				await expectBackSoon(site)
			}
	} finally {
		await load.stop()
	}
	expect(load.counts.refused).toBeGreaterThan(0)
	expectOneLineASecond(site, performance.now() - began)
	await expectNothingLost(load, url)
	expect(await site.stop()).toBe(0)
})

test('kill -9 of PostgreSQL under 16 writers loses nothing acknowledged, and every count is right', {
	tags: ['trust-2'],
	timeout: 3_600_000,
}, async () => {
	await using place = await createDataLocation()
	const url = await cluster.createDatabase('killed', 'prepared')
	await using site = await startProcess(place, { DATABASE_URL: url, SECRET_KEY })
	const load = await createWriteLoad(() => site, { writers: 16 })
	for (let round = 0; round < KILL_ROUNDS; round++) {
		load.start()
		try {
			await untilMoreIsWritten(load, 100)
			await cluster.kill()
			await cluster.start()
			await expectBackSoon(site)
		} finally {
			await load.stop()
		}
		await expectNothingLost(load, url)
	}
	expect(await site.stop()).toBe(0)
})

test('while the database is down, the API and pages return 503 immediately, and cached pages are served for a minute', {
	tags: ['trust-19'],
}, async () => {
	await using place = await createDataLocation()
	const time = { now: Date.UTC(2026, 10, 21, 12) }
	const env = {
		...place.env,
		DATABASE_URL: await cluster.createDatabase('pages', 'prepared'),
		SECRET_KEY,
		LOG_LEVEL: 'silent',
	}
	const site = await openSite(
		readConfig(env),
		() => {},
		() => time.now,
	)
	const ask = (url: string) => site.app.inject({ url })
	const home = await ask('/')
	expect(home.statusCode).toBe(200)

	await cluster.stop()
	for (const url of [...LIVE, '/art/1/cover-0123456789.webp']) {
		const began = performance.now()
		const { statusCode, headers, body } = await ask(url)
		expect([url, statusCode]).toEqual([url, 503])
		expect(Number(headers['retry-after'])).toBeGreaterThan(0)
		expect(body).not.toBe('')
		expect(performance.now() - began).toBeLessThan(REFUSED_WITHIN_MS)
	}
	expect((await ask('/users')).headers).toMatchObject({
		'cache-control': 'no-store',
		'content-type': 'text/html; charset=utf-8',
	})
	expect((await ask('/about')).statusCode).toBe(200)
	// Fresh for 5 s, and given out for a minute more
	for (const ms of [30_000, 34_999]) {
		time.now += ms
		const kept = await ask('/')
		expect([kept.statusCode, kept.body === home.body]).toEqual([200, true])
	}
	time.now += 2
	expect((await ask('/')).statusCode).toBe(503)

	await cluster.start()
	for (const url of ['/', ...LIVE]) expect([url, (await ask(url)).statusCode]).toEqual([url, 200])
	await site.close()
})

test('a start while the database is down logs it, waits, and continues once it is up', async () => {
	await using place = await createDataLocation()
	const url = await cluster.createDatabase('late', 'prepared')
	await cluster.stop()
	const heard = Promise.withResolvers<void>()
	const starting = startProcess(place, { DATABASE_URL: url, SECRET_KEY, DATABASE_WAIT_SECONDS: '600' }, (printed) => {
		if (/The database cannot be reached: .*ECONNREFUSED.*\. Trying for \d+ s more…/.test(printed)) heard.resolve()
	})
	await Promise.race([heard.promise, starting])
	await cluster.start()
	await using site = await starting
	expect(await statusOf(site, '/api/games/popular')).toBe(200)
})

/** Waits until so many more writes have been acknowledged. */
async function untilMoreIsWritten({ counts }: WriteLoad, count: number): Promise<void> {
	const before = counts.acknowledged
	await expect.poll(() => counts.acknowledged - before, { timeout: 60_000, interval: 10 }).toBeGreaterThan(count)
}

/** Expects good answers again, soon after the database has returned. */
async function expectBackSoon(site: SiteProcess): Promise<void> {
	const backAt = performance.now()
	await expect.poll(() => statusOf(site, '/api/reviews'), { timeout: 60_000, interval: 20 }).toBe(200)
	expect(performance.now() - backAt).toBeLessThan(BACK_WITHIN_MS)
}

/** Expects that every acknowledged write is in the database, that all counts are right, and that no response was wrong. */
async function expectNothingLost(load: WriteLoad, url: string): Promise<void> {
	const { db, close } = await openDatabase({ url, statementTimeoutMs: 0 })
	expect(await load.findDifferences(db)).toEqual([])
	expect(await recount(db)).toEqual([])
	await close()
	expect(load.wrong).toEqual([])
}

/** Expects that the log has a line a second of each kind of failure in an outage, not one for each request that failed. */
function expectOneLineASecond(site: SiteProcess, elapsedMs: number): void {
	const lines = site
		.output()
		.split('\n')
		.filter((line) => line.startsWith('{'))
	const kinds = new Map<string, number>()
	for (const line of lines) {
		const { msg, err } = JSON.parse(line) as { msg: string; err?: { code?: string } }
		const kind = `${msg} ${err?.code}`
		if (err) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
	}
	const names = [...kinds.keys()]
	expect(names.filter((kind) => kind.startsWith('the database or the disk is unavailable')).length).toBeGreaterThan(0)
	expect(Math.max(...kinds.values())).toBeLessThanOrEqual(elapsedMs / 1000 + 1)
	expect(names.filter((kind) => kind.startsWith('request failed'))).toEqual([])
}

async function statusOf(site: SiteProcess, path: string): Promise<number> {
	const answer = await fetch(site.url + path)
	await answer.arrayBuffer()
	return answer.status
}
