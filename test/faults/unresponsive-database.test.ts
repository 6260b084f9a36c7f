import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createList, updateList } from '#contract/lists.ts'
import { createReview, likeReview } from '#contract/reviews.ts'
import { type Cluster, startCluster } from '#kit/peers/postgres-cluster.ts'
import { startTcpProxy, type TcpProxy } from '#kit/peers/tcp-proxy.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { isUnreachable } from '#server/db/outage-errors.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

// As long as in production where the case runs at length
const ROUNDS = Number(process.env.DEAF_ROUNDS ?? 1)
const SHORT_LIMITS = { statementTimeoutMs: 1000, connectionTimeoutMs: 500 }
const LIMITS = process.env.DEAF_ROUNDS ? {} : SHORT_LIMITS
const CONNECTIONS = 6
const LONGEST_MS = 10_000

let cluster: Cluster
let proxy: TcpProxy
let database: Database

beforeAll(async () => {
	cluster = await startCluster()
	proxy = await startTcpProxy(Number(new URL(cluster.url).port))
	const url = throughProxy(await cluster.createDatabase('deaf'))
	database = await openDatabase({ url, connections: CONNECTIONS, ...LIMITS })
	await migrate(database.db)
})

afterAll(async () => {
	// Cuts what is silent, so that nothing waits for it
	await proxy?.[Symbol.asyncDispose]()
	await database?.close()
	await cluster?.[Symbol.asyncDispose]()
})

test('connections that go silent are dropped and replaced, and no request waits for them', {
	tags: ['trust-48'],
}, async () => {
	await using site = await startSite({ database })
	const requests = await requestsOf(site)
	for (let round = 0; round < ROUNDS; round++) {
		// Every connection is open, some are in use. A loaded machine may take longer for one than a request may wait.
		await expect
			.poll(() =>
				failureOf(
					Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select pg_sleep(0.05)`.execute(database.db))),
				),
			)
			.toBeUndefined()
		const [jobBegan, transactionBegan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
		const job = failureOf(
			withoutStatementTimeout(database.db, (db) => {
				jobBegan.resolve()
				return sql`select pg_sleep(0.2)`.execute(db)
			}),
		)
		const transaction = failureOf(
			database.db.transaction().execute((open) => {
				transactionBegan.resolve()
				return sql`select pg_sleep(0.1)`.execute(open)
			}),
		)
		await Promise.all([jobBegan.promise, transactionBegan.promise])
		proxy.silence()
		const answers = await Promise.all(
			Array.from({ length: 4 }, () => requests)
				.flat()
				.map(timed),
		)
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
		expect(answers.filter(({ retryAfter }) => !(retryAfter > 0))).toEqual([])
		expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS)
		expect(await transaction).toSatisfy(isUnreachable)

		proxy.restore()
		const restoredAt = performance.now()
		await expect
			.poll(async () => (await Promise.all(requests.map(timed))).map(({ status }) => status), { timeout: LONGEST_MS })
			.toEqual(requests.map(() => expect.toBeOneOf([200, 201, 409])))
		expect(performance.now() - restoredAt).toBeLessThan(LONGEST_MS)
		expect(await job).toSatisfy(isUnreachable)
		// And what runs by itself runs again
		await withoutStatementTimeout(database.db, (db) => sql`select 1`.execute(db))
	}
})

test('the only connection is replaced, even while a background job waits on it', async () => {
	await using ownDatabase = await disposable(
		openDatabase({ url: throughProxy(await cluster.createDatabase('single')), connections: 1, ...SHORT_LIMITS }),
	)
	const { db } = ownDatabase
	const began = Promise.withResolvers<void>()
	const job = failureOf(
		withoutStatementTimeout(db, (connection) => {
			began.resolve()
			return sql`select pg_sleep(0.1)`.execute(connection)
		}),
	)
	await began.promise
	proxy.silence()
	proxy.restore()
	expect(await job).toSatisfy(isUnreachable)
	expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
})

test('background jobs have no statement timeout', async () => {
	await using ownDatabase = await disposable(
		openDatabase({ url: await cluster.createDatabase('patient'), statementTimeoutMs: 50, connectionTimeoutMs: 500 }),
	)
	const { db } = ownDatabase
	// This side asks every 1,050 ms, and would give up at the second time
	const { rows } = await withoutStatementTimeout(db, (connection) =>
		sql<{ done: boolean }>`select pg_sleep(2.5) is not null as done`.execute(connection),
	)
	expect(rows).toEqual([{ done: true }])
	const limits = sql<{
		statement: string
		lock: string
		idle: string
	}>`select current_setting('statement_timeout') as statement,
		current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`
	expect((await withoutStatementTimeout(db, (connection) => limits.execute(connection))).rows).toEqual([
		{ statement: '0', lock: '0', idle: '0' },
	])
	expect((await limits.execute(db)).rows).toEqual([{ statement: '50ms', lock: '1500ms', idle: '10s' }])
})

function throughProxy(url: string): string {
	const address = new URL(url)
	address.port = String(proxy.port)
	return address.href
}

async function disposable(opening: Promise<Database>): Promise<Database & AsyncDisposable> {
	const opened = await opening
	return { ...opened, [Symbol.asyncDispose]: () => opened.close() }
}

/** Reads, single writes and transactions of somebody who is logged in. */
async function requestsOf(site: TestSite): Promise<(() => Promise<Answer>)[]> {
	const player = await site.register()
	const gameId = await site.addGame()
	const body = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body }, player)
	const list = await site.call(createList, { body: { title: 'Before' } }, player)
	const headers = { authorization: `Bearer ${player.accessToken}` }
	const requests = [
		{ method: 'GET', url: '/api/reviews' },
		{ method: 'GET', url: `/api/games/${gameId}` },
		{ method: 'POST', url: likeReview.url.replace(':id', review.id), headers },
		{
			method: 'PUT',
			url: updateList.url.replace(':id', list.id),
			headers,
			payload: { title: 'After', games: [{ gameId }] },
		},
	] as const
	return requests.map((request) => async () => site.app.inject(request))
}

interface Answer {
	statusCode: number
	headers: Record<string, unknown>
}

async function timed(request: () => Promise<Answer>) {
	const began = performance.now()
	const { statusCode, headers } = await request()
	return { status: statusCode, retryAfter: Number(headers['retry-after']), ms: performance.now() - began }
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => undefined,
		(error: unknown) => error,
	)
}
