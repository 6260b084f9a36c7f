import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { createReview, deleteReview } from '#contract/reviews.ts'
import { type Cluster, NO_CLUSTER, startCluster } from '#kit/peers/postgres-cluster.ts'
import { createDataLocation, createTransport, registerUser, type SiteProcess, startProcess } from '#kit/site-process.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'
import { openSite } from '#server/site.ts'
import { ApiError, call } from '#web/app/api-client.ts'

const WRITERS = 8
const ROUNDS = Number(process.env.DATABASE_ENDS ?? 1)
const isLong = process.env.DATABASE_ENDS !== undefined
// The bars of the cases; a short run may share a busy machine
const BACK_WITHIN_MS = isLong ? 2_000 : 20_000
const REFUSED_WITHIN_MS = isLong ? 1_000 : 10_000
const REASON = NO_CLUSTER ? `. ${NO_CLUSTER}` : ''

let cluster: Cluster

beforeAll(async () => {
	if (NO_CLUSTER) return
	cluster = await startCluster()
	// With the tables and the built-in games, which take their time
	await using place = await createDataLocation()
	const env = { ...place.env, DATABASE_URL: await cluster.createDatabase('prepared'), LOG_LEVEL: 'silent' }
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
		await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'savepoint' and pid <> pg_backend_pid()`.execute(
			db,
		)
		await close()
	},
	async 'is restarted'() {
		await cluster.stop()
		await cluster.start()
	},
}

test.skipIf(NO_CLUSTER)(
	`trust case 47: a database that is killed, restarted or drops connections under eight writers crashes no process and loses nothing acknowledged${REASON}`,
	{ timeout: 3_600_000 },
	async () => {
		await using place = await createDataLocation()
		const url = await cluster.createDatabase('writers', 'prepared')
		await using site = await startProcess(place, { DATABASE_URL: url })
		const { data } = await call(createTransport(site), getPopularGames, { query: { limit: 50 } })
		const writers = await Promise.all(
			Array.from({ length: WRITERS }, (_, index) => registerUser(site, `writer_${index}`)),
		)
		const history = new History()
		const began = performance.now()
		let writing = true
		const runs = writers.map(async ({ id, token }) => {
			for (let step = 0; writing; step++) {
				const game = data.games[step % data.games.length]
				if (game) await history.write(site, { id, token, gameId: game.id, platform: game.platforms[0] ?? 'PC' })
			}
		})
		try {
			for (let round = 0; round < ROUNDS; round++)
				for (const end of Object.values(ENDS)) {
					const enough = history.acknowledged + 50
					await expect.poll(() => history.acknowledged, { timeout: 60_000 }).toBeGreaterThan(enough)
					await end()
					const backAt = performance.now()
					await expect.poll(() => statusOf(site, '/api/reviews'), { timeout: 60_000, interval: 20 }).toBe(200)
					expect(performance.now() - backAt).toBeLessThan(BACK_WITHIN_MS)
				}
		} finally {
			writing = false
			await Promise.all(runs)
		}
		expect(history.wrong).toEqual([])
		expect(history.refused).toBeGreaterThan(0)
		expectOneLineASecond(site, performance.now() - began)

		const { db, close } = await openDatabase({ url, statementTimeoutMs: 0 })
		const stored = await db.selectFrom('reviews').select(['user_id', 'game_id']).execute()
		expect(history.differences(new Set(stored.map((row) => `${row.user_id} ${row.game_id}`)))).toEqual([])
		expect(await recount(db)).toEqual([])
		await close()
		expect(await site.stop()).toBe(0)
	},
)

test.skipIf(NO_CLUSTER)(
	`trust case 19: while the database is down, the API and pages return 503 immediately, and cached pages are served for a minute${REASON}`,
	{ timeout: 120_000 },
	async () => {
		await using place = await createDataLocation()
		const time = { now: Date.UTC(2026, 10, 21, 12) }
		const env = { ...place.env, DATABASE_URL: await cluster.createDatabase('pages', 'prepared'), LOG_LEVEL: 'silent' }
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
	},
)

test.skipIf(NO_CLUSTER)(
	`a start while the database is down logs it, waits, and continues once it is up${REASON}`,
	{ timeout: 120_000 },
	async () => {
		await using place = await createDataLocation()
		const url = await cluster.createDatabase('late', 'prepared')
		await cluster.stop()
		const heard = Promise.withResolvers<void>()
		const starting = startProcess(place, { DATABASE_URL: url, DATABASE_WAIT_SECONDS: '600' }, (printed) => {
			if (/The database cannot be reached: .*ECONNREFUSED.*\. Trying for \d+ s more…/.test(printed)) heard.resolve()
		})
		await Promise.race([heard.promise, starting])
		await cluster.start()
		await using site = await starting
		expect(await statusOf(site, '/api/games/popular')).toBe(200)
	},
)

interface Attempt {
	id: string
	token: string
	gameId: number
	platform: string
}

/** What writers know of their reviews, one of each for each game. */
class History {
	acknowledged = 0
	refused = 0
	/** Answers that should not have come, and connections that broke. */
	readonly wrong: string[] = []
	/** The review that there is, if any; after a refusal the last change may have been made or not. */
	readonly #known = new Map<string, { reviewId: string | undefined; isSure: boolean }>()

	/** Writes the review where there is none, else deletes it. */
	async write(site: SiteProcess, { id, token, gameId, platform }: Attempt): Promise<void> {
		const key = `${id} ${gameId}`
		const { reviewId, isSure } = this.#known.get(key) ?? { reviewId: undefined, isSure: true }
		const learn = (reviewId: string | undefined, isSure: boolean) => this.#known.set(key, { reviewId, isSure })
		try {
			if (reviewId === undefined) {
				const body = { gameId, rating: 4, platform, description: 'Written while the database comes and goes' }
				learn((await call(createTransport(site, token), createReview, { body })).id, true)
			} else {
				await call(createTransport(site, token), deleteReview, { params: { id: reviewId } })
				learn(undefined, true)
			}
			this.acknowledged++
		} catch (error) {
			const { status = 0, body = {} } = error instanceof ApiError ? error : {}
			if (status === 503) {
				this.refused++
				learn(reviewId, false)
			} else if (status === 409 && !isSure) learn((body as { reviewId: string }).reviewId, true)
			else if (status === 404 && !isSure) learn(undefined, true)
			else this.wrong.push(String(error))
		}
	}

	/** Where the stored reviews are not what was acknowledged. */
	differences(stored: ReadonlySet<string>): string[] {
		const wrong = [...this.#known].filter(
			([key, { reviewId, isSure }]) => isSure && stored.has(key) !== (reviewId !== undefined),
		)
		return wrong.map(([key]) => key)
	}
}

/** Expects that the log has a line a second of an outage, not one for each request that failed. */
function expectOneLineASecond(site: SiteProcess, elapsedMs: number): void {
	const lines = site
		.output()
		.split('\n')
		.filter((line) => line.startsWith('{'))
	const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
	const outages = messages.filter((message) => message === 'the database or the disk is unavailable')
	expect(outages.length).toBeGreaterThan(0)
	expect(outages.length).toBeLessThanOrEqual(elapsedMs / 1000 + 1)
	expect(messages).not.toContain('request failed')
}

async function statusOf(site: SiteProcess, path: string): Promise<number> {
	const answer = await fetch(site.url + path)
	await answer.arrayBuffer()
	return answer.status
}
