import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFollowingActivity } from '#contract/activity.ts'
import { follow } from '#contract/follows.ts'
import { createList, getList, updateList } from '#contract/lists.ts'
import { getReview, likeReview, listReviews } from '#contract/reviews.ts'
import { readContents } from '#kit/database-contents.ts'
import { NO_PGBOUNCER, type PgBouncer, startPgBouncer } from '#kit/peers/pgbouncer.ts'
import { type Cluster, startCluster } from '#kit/peers/postgres-cluster.ts'
import { runCommand } from '#kit/run-command.ts'
import { startSite, writeReview } from '#kit/site.ts'
import { createDataLocation, startProcess } from '#kit/site-process.ts'
import { BACKUP } from '#server/backup/backup-command.ts'
import { RESTORE } from '#server/backup/restore-command.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { recount } from '#server/db/recount.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { openSite } from '#server/site.ts'

const LIMITS =
	'set statement_timeout=2000; set lock_timeout=1500; set idle_in_transaction_session_timeout=10000; set jit=off; set max_parallel_workers_per_gather=0'

let cluster: Cluster
let bouncer: PgBouncer
let directUrl: string

beforeAll(async () => {
	if (NO_PGBOUNCER) return
	cluster = await startCluster()
	// Another time zone than the site's, which its sessions have to set
	await cluster.query("alter system set timezone = 'Asia/Tokyo'")
	await cluster.query('select pg_reload_conf()')
	directUrl = await cluster.createDatabase('site')
	bouncer = await startPgBouncer(cluster.url, { connectQuery: LIMITS })
})

afterAll(async () => {
	await bouncer?.[Symbol.asyncDispose]()
	await cluster?.[Symbol.asyncDispose]()
})

const bouncerTest = (name: string, run: () => Promise<void>) =>
	test.skipIf(NO_PGBOUNCER)(NO_PGBOUNCER ? `${name}. ${NO_PGBOUNCER}` : name, run)

async function openPooled() {
	const database = await openDatabase({ url: bouncer.toUrl(directUrl), directUrl })
	await migrate(database.backgroundDb)
	return { ...database, [Symbol.asyncDispose]: () => database.close() }
}

bouncerTest('the site works through PgBouncer in transaction mode', async () => {
	await using database = await openPooled()
	await using site = await startSite({ database })
	const [author, reader] = [await site.register(), await site.register()]
	await site.call(follow, { body: { followedId: author.user.id } }, reader)
	const review = await writeReview(site, author)
	expect(review.createdAt).toBe(new Date(site.time.now).toISOString())
	const params = { id: review.id }
	await site.call(likeReview, { params }, reader)
	const list = await site.call(createList, { body: { title: 'Tonight' } }, author)
	// More clients than connections to the server, and each statement often enough to be prepared elsewhere
	const calls = Array.from({ length: 40 }, async (_, n) => {
		expect(await site.call(getReview, { params }, n % 2 ? reader : author)).toMatchObject({ likes: 1 })
		expect((await site.call(listReviews, { query: {} })).reviews).toHaveLength(1)
		const body = { title: `Tonight ${n}`, games: [{ gameId: review.game.id }] }
		await site.call(updateList, { params: { id: list.id }, body }, author)
	})
	await Promise.all(calls)
	expect((await site.call(getList, { params: { id: list.id } })).items).toHaveLength(1)
	expect((await site.call(listFollowingActivity, { query: {} }, reader)).activities).toHaveLength(2)
	expect(await recount(database.db)).toEqual([])
})

bouncerTest(
	'requests have time limits and the time zone UTC, and background work lifts them for itself alone',
	async () => {
		await using database = await openPooled()
		const limits = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
		current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone, current_setting('jit') as jit`
		const expected = { statement: '2s', lock: '1500ms', idle: '10s', zone: 'UTC', jit: 'off' }
		await withoutStatementTimeout(database.backgroundDb, async (db) => {
			expect((await limits.execute(db)).rows).toEqual([{ ...expected, statement: '0', lock: '0', idle: '0' }])
			const results = await Promise.all(Array.from({ length: 8 }, () => limits.execute(database.db)))
			expect(results.flatMap(({ rows }) => rows)).toEqual(results.map(() => expected))
		})
		const sleep = sql`select pg_sleep(60)`.execute(database.db)
		await expect(sleep).rejects.toMatchObject({ code: '57014' })
	},
)

bouncerTest('background work has a pool of its own, which is counted apart', async () => {
	await using database = await openPooled()
	const release = Promise.withResolvers<void>()
	const holders = Array.from({ length: 6 }, () => database.backgroundDb.connection().execute(() => release.promise))
	await expect.poll(database.countConnections).toEqual([
		{ name: 'main', open: 1, idle: 1, waiting: 0 },
		{ name: 'background', open: 4, idle: 0, waiting: 2 },
	])
	release.resolve()
	await Promise.all(holders)
	expect(database.countConnections()).toMatchObject([{ name: 'main' }, { open: 4, idle: 4, waiting: 0 }])
})

bouncerTest('a start with PgBouncer says which setting is missing or wrong', async () => {
	const otherUrl = await cluster.createDatabase('other')
	await using unlimited = await startPgBouncer(cluster.url)
	await using lossy = await startPgBouncer(cluster.url, { ignoredParameters: 'options' })
	const url = bouncer.toUrl(directUrl)
	expect(await start({ DATABASE_URL: url })).toMatch(/^DATABASE_URL names PgBouncer .* Set DATABASE_DIRECT_URL /)
	expect(await start({ DATABASE_URL: lossy.toUrl(directUrl) })).toMatch(/^DATABASE_URL names PgBouncer /)
	expect(await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).toMatch(/^DATABASE_DIRECT_URL names a pooler/)
	const missingUrl = directUrl.replace(/site$/, 'nowhere')
	expect(await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: missingUrl })).toBe(
		'The server in DATABASE_DIRECT_URL cannot be used: database "nowhere" does not exist. Correct the URL.',
	)
	expect(await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: otherUrl })).toMatch(/ name different databases\. /)
	const message = await start({ DATABASE_URL: unlimited.toUrl(directUrl), DATABASE_DIRECT_URL: directUrl })
	expect(message).toContain(`connect_query='${LIMITS}'`)
	expect(await start({ DATABASE_URL: '', DATABASE_DIRECT_URL: directUrl })).toContain(
		'DATABASE_URL must be set with DATABASE_DIRECT_URL',
	)
})

bouncerTest('processes start behind PgBouncer with the same secret only', async () => {
	await using place = await createDataLocation()
	const env = { DATABASE_URL: bouncer.toUrl(directUrl), DATABASE_DIRECT_URL: directUrl, SECRET_KEY: 'x'.repeat(32) }
	await using site = await startProcess(place, env)
	const reads = Array.from({ length: 20 }, (_, n) => fetch(`${site.url}/api/reviews?minRating=${n / 10}`))
	for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
	expect((await fetch(`${site.url}/reviews`)).status).toBe(200)
	expect(await start({ ...env, SECRET_KEY: 'y'.repeat(32) })).toMatch(/^Another secret is in use on this database/)
	expect(await site.stop()).toBe(0)
	// The connections of PgBouncer stay, and name nobody
	expect(await start({ ...env, SECRET_KEY: 'y'.repeat(32) })).toMatch(
		/ is not the one that the site in this database has had /,
	)
	expect(await start(env)).toBe('')
})

bouncerTest('a backup and a restore pass PgBouncer by, and ask for the setting that they need', async () => {
	await using place = await createDataLocation()
	const env = { DATA_DIR: place.env.DATA_DIR ?? '', SECRET_KEY: 'x'.repeat(32) }
	const emptyUrl = await cluster.createDatabase('restored')
	const file = path.join(env.DATA_DIR, 'site.backup')
	await (await openPooled()).close()
	await runCommand(BACKUP, [file], { ...env, DATABASE_URL: bouncer.toUrl(directUrl), DATABASE_DIRECT_URL: directUrl })
	const pooled = { ...env, DATABASE_URL: bouncer.toUrl(emptyUrl) }
	await expect(runCommand(RESTORE, [file], pooled)).rejects.toThrow('Set DATABASE_DIRECT_URL')
	expect(await runCommand(RESTORE, [file, '--check'], { ...pooled, DATABASE_DIRECT_URL: emptyUrl })).toContain(
		'All stored counts are correct.',
	)
	expect((await readContents({ DATABASE_URL: emptyUrl })).rows.users).toEqual(
		(await readContents({ DATABASE_URL: directUrl })).rows.users,
	)
})

/** Starts a site and stops it; returns the sentence of a failed start, or nothing. */
async function start(env: Record<string, string>): Promise<string> {
	await using place = await createDataLocation()
	try {
		const config = readConfig({ ...place.env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...env })
		await (await openSite(config, () => {})).close()
		return ''
	} catch (error) {
		return describeStartupError(error)
	}
}
