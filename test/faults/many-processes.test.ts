import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { createReview, getReview, type Review, reportSeen } from '#contract/reviews.ts'
import { register } from '#contract/sessions.ts'
import { NO_REDIS, startRedis } from '#kit/peers/redis-server.ts'
import {
	createSeededLocation,
	createTransport,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const REDIS_REASON = NO_REDIS ? `. ${NO_REDIS}` : ''
const PATIENCE = { timeout: 60_000, interval: 20 }
// What the contract allows, and a moment for the test itself
const PAGE_LAG_MS = 5_000 + 1_000
const IMPRESSION_LAG_MS = 2_000
const JOB_INTERVAL_MS = 5_000

let place: DataLocation
let database: pg.Client
beforeAll(async () => {
	place = await createSeededLocation()
	database = new pg.Client(place.env.DATABASE_URL)
	// Dropping the database closes it
	database.on('error', () => {})
	await database.connect()
	return () => place[Symbol.asyncDispose]()
}, 60_000)

const cleanups: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts processes of one site, on one database and one folder. */
function startProcesses(count: number, env: Record<string, string> = {}): Promise<SiteProcess[]> {
	return Promise.all(
		Array.from({ length: count }, async () => {
			const site = await startProcess(place, { DATABASE_CONNECTIONS: '4', ...env })
			cleanups.push(() => site[Symbol.asyncDispose]())
			return site
		}),
	)
}

const findPid = (process: string) => Number(/^process (\d+) on /.exec(process)?.[1])

async function readRun(job: string) {
	const { rows } = await database.query<{ process: string; leased_until: Date | null; finished_at: Date | null }>(
		'select process, leased_until, finished_at from job_runs where job = $1',
		[job],
	)
	return rows[0]
}

test('jobs run once among three processes', async () => {
	await database.query(`
		create table job_starts (job text, at timestamptz);
		create function record_start() returns trigger language plpgsql as $$
			begin insert into job_starts values (new.job, new.started_at); return new; end $$;
		create trigger record_start after update of started_at on job_runs for each row execute function record_start()`)
	await startProcesses(3)
	const listStarts = async () =>
		(await database.query<{ job: string; at: Date }>('select job, at from job_starts order by at')).rows
	await expect
		.poll(async () => (await listStarts()).filter(({ job }) => job === 'windows').length, PATIENCE)
		.toBeGreaterThanOrEqual(2)
	const starts = await listStarts()
	for (const job of new Set(starts.map((start) => start.job))) {
		const times = starts.filter((start) => start.job === job).map(({ at }) => at.getTime())
		const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
		// Times are rounded to milliseconds
		for (const gap of gaps) expect([job, gap >= JOB_INTERVAL_MS - 1, gap]).toEqual([job, true, gap])
	}
	await database.query('drop trigger record_start on job_runs')
})

test('another process takes over the job of a killed one', async () => {
	const sites = await startProcesses(2)
	await database.query('begin; lock table windows in access exclusive mode')
	const pids = sites.map(({ child }) => child.pid)
	// One of them waits for the table, and renews its lease meanwhile
	await expect
		.poll(async () => {
			const run = await readRun('windows')
			return run?.leased_until != null && pids.includes(findPid(run.process))
		}, PATIENCE)
		.toBe(true)
	const held = await readRun('windows')
	await expect
		.poll(async () => (await readRun('windows'))?.leased_until?.getTime(), PATIENCE)
		.toBeGreaterThan(held?.leased_until?.getTime() ?? 0)
	expect((await readRun('windows'))?.process).toBe(held?.process)
	const holder = sites.find(({ child }) => child.pid === findPid(held?.process ?? ''))
	const other = sites.find((site) => site !== holder)
	await holder?.stop('SIGKILL')
	await database.query('rollback')
	await expect
		.poll(async () => {
			const run = await readRun('windows')
			return run?.leased_until === null && findPid(run.process)
		}, PATIENCE)
		.toBe(other?.child.pid)
})

test('a change through one process is visible through another in time', async () => {
	const [one, two] = (await startProcesses(2)) as [SiteProcess, SiteProcess]
	const reader = await registerUser(one, 'reader')
	// Now the other process has its page in memory
	expect((await fetch(`${two.url}/profile/reader`)).status).toBe(200)
	const review = await writeReview(one, reader.token, 'Visible everywhere in time.')
	// The API shows it at once
	expect(await call(createTransport(two), getReview, { params: { id: review.id } })).toEqual(review)
	const readPage = async () => (await fetch(`${two.url}/profile/reader`)).text()
	await expect.poll(readPage, { timeout: PAGE_LAG_MS, interval: 50 }).toContain('Visible everywhere in time.')
})

test('a killed process loses no impression that is older than two seconds', { tags: ['trust-39'] }, async () => {
	const [killed, other] = (await startProcesses(2)) as [SiteProcess, SiteProcess]
	const author = await registerUser(killed, 'author')
	const review = await writeReview(killed, author.token, 'Seen by somebody.')
	const countImpressions = async () =>
		(await database.query('select from review_seen where review_id = $1', [review.id])).rows.length
	const report = (site: SiteProcess) => {
		const body = { impressions: [review.id] }
		return fetch(`${site.url}${reportSeen.url}`, {
			method: reportSeen.method,
			headers: { 'content-type': 'application/json', 'user-agent': randomUUID() },
			body: JSON.stringify(body),
		})
	}
	expect((await report(killed)).status).toBe(202)
	await expect.poll(countImpressions, { timeout: IMPRESSION_LAG_MS, interval: 10 }).toBe(1)
	expect((await report(killed)).status).toBe(202)
	await killed.stop('SIGKILL')
	// The last one may be lost, or have just been written
	const left = await countImpressions()
	expect([1, 2]).toContain(left)
	expect((await report(other)).status).toBe(202)
	await expect.poll(countImpressions, { timeout: IMPRESSION_LAG_MS, interval: 10 }).toBe(left + 1)
})

test.skipIf(REDIS_REASON)(
	`processes share their limits with Redis, and each counts by itself without${REDIS_REASON}`,
	async () => {
		await using redis = await startRedis()
		// A tenth: two registrations a minute
		const env = { RATE_LIMIT_FACTOR: '0.1' }
		const shared = await startProcesses(2, { ...env, REDIS_URL: redis.url })
		const separate = await startProcesses(2, env)
		await untilShared(shared)
		expect(await registerInTurn(separate)).toEqual(['400 2 1', '400 2 1', '400 2 0', '400 2 0'])
		expect(await registerInTurn(shared)).toEqual(['400 2 1', '400 2 0', '429 2 0', '429 2 0'])
		const keys = await redis.listKeys()
		expect(keys.length).toBeGreaterThan(1)
		for (const { key, ttlMs } of keys) {
			expect(key).toMatch(/^savepoint:([\da-f]{12}:requests of networks:[\w-]{22}|check)$/)
			expect(ttlMs).toBeGreaterThan(0)
		}
	},
)

test.skipIf(REDIS_REASON)(
	`a Redis server that is killed fails no request, and counts again once it is back${REDIS_REASON}`,
	async () => {
		await using redis = await startRedis()
		const sites = await startProcesses(2, { REDIS_URL: redis.url })
		await untilShared(sites)
		const statuses = new Set<number>()
		let isOver = false
		const clients = sites.map(async ({ url }) => {
			while (!isOver) statuses.add((await fetch(`${url}/api/site`)).status)
		})
		await redis.kill()
		for (const site of sites) await expect.poll(site.output, PATIENCE).toContain('Redis is unavailable')
		await redis.start()
		isOver = true
		await Promise.all(clients)
		await untilShared(sites)
		expect([...statuses]).toEqual([200])
		for (const site of sites) expect(site.output().match(/Redis is unavailable/g)).toHaveLength(1)
	},
)

/** Waits until both processes count in the same place: each counts on from the other's request. */
async function untilShared([one, two]: readonly SiteProcess[]): Promise<void> {
	const readRemaining = async (site?: SiteProcess) =>
		Number((await fetch(`${site?.url}/api/site`)).headers.get('ratelimit-remaining'))
	await expect.poll(async () => (await readRemaining(one)) - (await readRemaining(two)), PATIENCE).toBe(1)
}

/** Sends four incomplete registrations, and returns their statuses, limits and what is left of them. */
async function registerInTurn([one, two]: readonly SiteProcess[]): Promise<string[]> {
	const lines: string[] = []
	for (const site of [one, two, one, two]) {
		const { status, headers } = await fetch(`${site?.url}${register.url}`, {
			method: register.method,
			headers: { 'content-type': 'application/json' },
			body: '{}',
		})
		lines.push([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')].join(' '))
	}
	return lines
}

async function writeReview(site: SiteProcess, token: string, description: string): Promise<Review> {
	const { data } = await call(createTransport(site), getPopularGames, { query: { limit: 1 } })
	const [game] = data.games
	const body = { gameId: game?.id ?? 0, rating: 4, platform: game?.platforms[0] ?? 'PC', description }
	return call(createTransport(site, token), createReview, { body })
}
