// All metrics of a site that has been used, read as a monitor reads them.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGame } from '#contract/games.ts'
import { login, register } from '#contract/sessions.ts'
import { clearUsername, PASSWORD, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { claimJob, finishJob, listJobRuns } from '#server/jobs/queries.ts'

const METRICS = { METRICS_PORT: '0' }

/** Reads the metrics of a site: each sample, as Prometheus writes it, with its value. */
async function readSamples({ services }: TestSite): Promise<Map<string, number>> {
	const text = (await services.metrics?.registry.metrics()) ?? ''
	const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
	return new Map(
		lines.map((line) => {
			const end = line.lastIndexOf(' ')
			return [line.slice(0, end), Number(line.slice(end + 1))]
		}),
	)
}

test('a site without a port for metrics has none', async () => {
	await using site = await startSite()
	expect(site.services.metrics).toBeUndefined()
})

test('requests are counted by route pattern, method and status class', async () => {
	await using site = await startSite({ env: METRICS })
	await site.addGame()
	for (const url of ['/api/games/1', '/api/games/2', '/api/games/2?x=secret']) await site.app.inject(url)
	const samples = await readSamples(site)
	const count = (route: string, status: string) =>
		samples.get(`savepoint_http_request_duration_seconds_count{route="${route}",method="GET",status="${status}"}`)
	expect((count('/api/games/:id', '2xx') ?? 0) + (count('/api/games/:id', '4xx') ?? 0)).toBe(3)
})

test('whatever callers send, the number of samples stays the same', async () => {
	await using site = await startSite({ env: METRICS })
	const player = await site.register()
	const send = async (word: string) => {
		for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const)
			for (const url of [`/api/${word}`, `/api/games/${word}`, `/api/users/${word}`, `/${word}`, `/%${word}`])
				await site.app.inject({
					method,
					url,
					headers: { authorization: `Bearer ${player.accessToken}`, 'user-agent': word },
				})
		await site.app.inject({ method: 'POST', url: login.url, payload: { identifier: word, password: word } })
	}
	await send('first')
	const before = [...(await readSamples(site)).keys()].filter((name) => name.startsWith('savepoint_'))
	for (const word of ['canary1', 'canary2', 'canary3']) await send(word)
	const after = [...(await readSamples(site)).keys()].filter((name) => name.startsWith('savepoint_'))
	expect(after).toEqual(before)
	expect(after.join('\n')).not.toContain('canary')
})

test('limits, logins, registrations and security events are counted by their codes', async () => {
	await using site = await startSite({ env: { ...METRICS, RATE_LIMIT_FACTOR: '0.1' } })
	const body = { username: 'reader', email: 'reader@example.org', password: PASSWORD, confirmPassword: PASSWORD }
	await site.call(register, { body })
	const right = { body: { identifier: 'reader', password: PASSWORD } }
	await site.call(login, right)
	await site.refusal(login, { body: { identifier: 'reader', password: 'Wrong1Password' } })
	for (let round = 0; round < 4; round++) await site.call(login, right)
	for (let round = 0; round < 3; round++) await site.refusal(login, right)
	const samples = await readSamples(site)
	expect(samples.get('savepoint_sign_ins_total{method="registration",outcome="succeeded"}')).toBe(1)
	expect(samples.get('savepoint_sign_ins_total{method="password",outcome="succeeded"}')).toBe(5)
	expect(samples.get('savepoint_sign_ins_total{method="password",outcome="invalid_credentials"}')).toBe(1)
	expect(samples.get('savepoint_sign_ins_total{method="password",outcome="too_many_requests"}')).toBe(3)
	expect(samples.get('savepoint_http_rate_limited_total{class="signIn",code="too_many_requests"}')).toBe(3)
	expect(samples.get('savepoint_registrations_total{method="password"}')).toBe(1)
	expect(samples.get('savepoint_security_events_total{event="signed_in"}')).toBe(6)
})

test('the counts of the site are read at most every 15 seconds, and absent without a database', async () => {
	await using site = await startSite({ env: METRICS })
	const player = await site.register()
	await writeReview(site, player)
	const first = await readSamples(site)
	expect(first.get('savepoint_records{subject="users"}')).toBe(1)
	expect(first.get('savepoint_records{subject="reviews"}')).toBe(1)
	expect(first.has('savepoint_mails_waiting')).toBe(true)
	await site.mailsTo(player.user.email)
	expect((await readSamples(site)).get('savepoint_mails_total{outcome="sent"}')).toBe(1)
	await clearUsername(site, player)
	await writeReview(site, await site.register())
	site.time.now += 13_000
	expect((await readSamples(site)).get('savepoint_records{subject="users"}')).toBe(1)
	site.time.now += 2_000
	expect((await readSamples(site)).get('savepoint_records{subject="users"}')).toBe(2)
	expect((await readSamples(site)).get('savepoint_ready{check="database"}')).toBe(1)

	site.services.readiness.beginShutdown()
	site.time.now += 15_000
	const stopping = await readSamples(site)
	expect(stopping.get('savepoint_ready{check="process"}')).toBe(0)
	expect(stopping.has('savepoint_records{subject="users"}')).toBe(false)
	expect(stopping.get('savepoint_queue_length{queue="passwords"}')).toBe(0)
})

test('when a shared job last succeeded is in the database, whichever process ran it, and survives a failure', async () => {
	await using site = await startSite({ env: METRICS })
	const { db, metrics } = site.services
	metrics?.jobs.addSharedJobs(['tidy', 'sweep'])
	const runElsewhere = async (job: string, error: string | null) => {
		await claimJob(db, { job, process: 'elsewhere', intervalMs: 0 })
		await finishJob(db, { job, process: 'elsewhere', durationMs: 1, error })
	}
	const readSuccess = async (job: string) => {
		site.time.now += 15_000
		return (await readSamples(site)).get(`savepoint_job_last_success_timestamp_seconds{name="${job}"}`)
	}
	// A shared job whose run here the database does not have, one that every process runs, and one of another version
	metrics?.jobs.observeRun('sweep', { seconds: 1, atMs: 5_000, hasFailed: false })
	metrics?.jobs.observeRun('mails', { seconds: 1, atMs: 7_000, hasFailed: false })
	await runElsewhere('gone', null)
	await runElsewhere('tidy', null)
	const succeededAt = (await listJobRuns(db)).find(({ job }) => job === 'tidy')?.succeeded_at ?? ''
	expect(await readSuccess('tidy')).toBe(Date.parse(succeededAt) / 1000)
	await runElsewhere('tidy', '57014')
	expect(await readSuccess('tidy')).toBe(Date.parse(succeededAt) / 1000)
	expect(await readSuccess('sweep')).toBeUndefined()
	expect(await readSuccess('gone')).toBeUndefined()
	expect(await readSuccess('mails')).toBe(7)

	// A process of an earlier version records less
	const { rows } = await sql<{ at: string }>`
		update job_runs set has_failed = false, finished_at = clock_timestamp() + interval '1 minute'
		where job = 'tidy' returning finished_at as at`.execute(db)
	expect(await readSuccess('tidy')).toBe(Date.parse(rows[0]?.at ?? '') / 1000)
})

test('a database that stops responding leaves out what it stores, and nothing else', { tags: ['ci'] }, async () => {
	await using site = await startSite({ env: METRICS })
	const { db, readiness, metrics } = site.services
	metrics?.jobs.addSharedJobs(['tidy'])
	metrics?.jobs.observeRun('mails', { seconds: 1, atMs: 7_000, hasFailed: false })
	await claimJob(db, { job: 'tidy', process: 'elsewhere', intervalMs: 0 })
	await finishJob(db, { job: 'tidy', process: 'elsewhere', durationMs: 1, error: null })
	expect(await readiness.findFailures()).toEqual([])
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	// Every connection of the pool is in use, which readiness does not know yet
	const holders = Array.from({ length: 10 }, () => db.connection().execute(() => released))
	for (let scrape = 0; scrape < 2; scrape++) {
		const samples = await readSamples(site)
		expect(samples.has('savepoint_records{subject="users"}')).toBe(false)
		expect(samples.has('savepoint_job_last_success_timestamp_seconds{name="tidy"}')).toBe(false)
		expect(samples.get('savepoint_job_last_success_timestamp_seconds{name="mails"}')).toBe(7)
		expect(samples.get('savepoint_queue_length{queue="passwords"}')).toBe(0)
	}
	release()
	await Promise.all(holders)
	await expect
		.poll(async () => (await readSamples(site)).has('savepoint_job_last_success_timestamp_seconds{name="tidy"}'))
		.toBe(true)
})

test('queues tell their length, the age of the oldest and what they refused', async () => {
	await using site = await startSite({ env: METRICS })
	const { passwords } = site.services
	const hashes = Array.from({ length: 200 }, () => passwords.hash(PASSWORD))
	const outcomes = Promise.allSettled(hashes)
	const samples = await readSamples(site)
	expect(samples.get('savepoint_queue_length{queue="passwords"}')).toBeGreaterThan(0)
	expect(samples.get('savepoint_queue_running{queue="passwords"}')).toBeGreaterThan(0)
	expect(samples.get('savepoint_queue_oldest_age_seconds{queue="passwords"}')).toBeGreaterThan(0)
	const refused = (await outcomes).filter(({ status }) => status === 'rejected').length
	expect(refused).toBeGreaterThan(100)
	const after = await readSamples(site)
	expect(after.get('savepoint_queue_refused_total{queue="passwords"}')).toBe(refused)
	expect(after.get('savepoint_queue_length{queue="passwords"}')).toBe(0)
	expect(after.get('savepoint_queue_oldest_age_seconds{queue="passwords"}')).toBe(0)
})

test('connections are counted by pool, and those of a replica that is configured twice are added', async () => {
	await using site = await startSite({ env: METRICS })
	const replica = { name: 'replica db2:5432', open: 3, idle: 1, waiting: 4 }
	site.services.metrics?.watchPools(() => [{ name: 'main', open: 9, idle: 9, waiting: 0 }, replica, replica])
	const samples = await readSamples(site)
	const count = (pool: string, state: string) =>
		samples.get(`savepoint_database_connections{pool="${pool}",state="${state}"}`)
	expect([count('main', 'idle'), count('main', 'used')]).toEqual([9, 0])
	expect([count('replica db2:5432', 'idle'), count('replica db2:5432', 'used')]).toEqual([2, 4])
	expect(samples.get('savepoint_database_waiting{pool="main"}')).toBe(0)
	expect(samples.get('savepoint_database_waiting{pool="replica db2:5432"}')).toBe(8)
})

test('lookups in caches are counted', async () => {
	await using site = await startSite({ env: METRICS })
	const id = await site.addGame()
	const cover = (await site.call(getGame, { params: { id } })).data.cover ?? ''
	await site.app.inject(cover)
	await site.app.inject(cover)
	const samples = await readSamples(site)
	const count = (result: string) => samples.get(`savepoint_cache_lookups_total{cache="drawings",result="${result}"}`)
	expect([count('miss'), count('hit')]).toEqual([1, 1])
})

test('two sites in one process have separate metrics', async () => {
	await using one = await startSite({ env: METRICS })
	await using other = await startSite({ env: METRICS })
	await one.register()
	expect((await readSamples(one)).get('savepoint_registrations_total{method="password"}')).toBe(1)
	expect((await readSamples(other)).has('savepoint_registrations_total{method="password"}')).toBe(false)
})
