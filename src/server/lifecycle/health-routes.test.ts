import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase, startSite } from '#kit/site.ts'
import { isReservedUsername } from '#server/features/account/reserved-usernames.ts'
import { recordStatements } from '../../../bench/record-statements.ts'

test('the probes answer without being cached or limited, and are no user names', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.01' } })
	for (let round = 0; round < 20; round++) {
		const health = await site.app.inject('/healthz')
		expect([health.statusCode, health.body, health.headers['cache-control']]).toEqual([200, 'ok', 'no-store'])
		const ready = await site.app.inject('/readyz')
		expect([ready.statusCode, ready.headers['cache-control']]).toEqual([200, 'no-store'])
		expect(ready.json()).toEqual({ ready: true, failed: [] })
	}
	for (const name of ['healthz', 'readyz', 'ReadyZ']) expect(isReservedUsername(name)).toBe(true)
})

test('a flood of probes makes one check of the database a second', async () => {
	await using site = await startSite()
	const probe = () => Promise.all(Array.from({ length: 100 }, () => site.app.inject('/readyz')))
	const countChecks = async () => {
		const { statements, result } = await recordStatements(probe)
		expect(result.every(({ statusCode }) => statusCode === 200)).toBe(true)
		return statements.filter(({ text }) => text.includes('schema_migrations')).length
	}
	expect(await countChecks()).toBe(1)
	expect(await countChecks()).toBe(0)
	site.time.now += 1_000
	expect(await countChecks()).toBe(1)
	// A clock that was set back
	site.time.now -= 60_000
	expect(await countChecks()).toBe(1)
})

test('a process is ready while its migrations are applied as it knows them, also during a rolling update', async () => {
	await using database = await newDatabase()
	await using site = await startSite({ database })
	const probe = async () => {
		site.time.now += 1_000
		const answer = await site.app.inject('/readyz')
		return [answer.statusCode, answer.json()]
	}
	await sql`insert into schema_migrations (name, checksum) values ('999_of_the_next_version', 'x')`.execute(database.db)
	await sql`delete from schema_migrations where name like '%.contract'`.execute(database.db)
	expect(await probe()).toEqual([200, { ready: true, failed: [] }])
	const [latest] = (
		await sql<{ name: string; checksum: string }>`
		delete from schema_migrations where name = (select max(name) from schema_migrations where name < '999') returning name, checksum`.execute(
			database.db,
		)
	).rows
	expect(await probe()).toEqual([503, { ready: false, failed: ['migrations'] }])
	await sql`insert into schema_migrations (name, checksum) values (${latest?.name}, 'another')`.execute(database.db)
	expect(await probe()).toEqual([503, { ready: false, failed: ['migrations'] }])
})

test('without an answer of the database a process is not ready within about a second, and asks only once', async () => {
	await using database = await newDatabase()
	await using site = await startSite({ database, hasLateRankings: true })
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	// Every connection of the pool is in use
	const holders = Array.from({ length: 10 }, () => database.db.connection().execute(() => released))
	const startedMs = performance.now()
	const answer = await site.app.inject('/readyz')
	expect(performance.now() - startedMs).toBeLessThan(2_500)
	expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, failed: ['database'] }])
	const countWaiting = () => database.countConnections()[0]?.waiting
	const waiting = countWaiting()
	expect(waiting).toBeGreaterThan(0)
	site.time.now += 1_000
	// The first check still waits for a connection, so the answer is immediate
	expect((await site.app.inject('/readyz')).json()).toEqual({ ready: false, failed: ['database'] })
	expect(countWaiting()).toBe(waiting)
	release()
	await Promise.all(holders)
	await expect
		.poll(async () => {
			site.time.now += 1_000
			return (await site.app.inject('/readyz')).statusCode
		})
		.toBe(200)
})
