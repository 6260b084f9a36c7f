import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSite } from '#kit/site.ts'
import { claimJob, findJobDelay, finishJob, listJobRuns, renewJobLease } from './queries.ts'
import { scheduleSharedJob } from './schedules.ts'

const MINUTE_MS = 60_000
const job = 'tidy'
const claim = (process: string, intervalMs = MINUTE_MS) => ({ job, process, intervalMs })

test('a due job is leased to one process, and again after its interval', async () => {
	await using site = await startSite()
	const { db } = site.services
	expect(await findJobDelay(db, job, MINUTE_MS)).toBe(0)
	const claims = await Promise.all(['a', 'b', 'c'].map((process) => claimJob(db, claim(process))))
	expect(claims.filter(Boolean)).toHaveLength(1)
	const [run] = await listJobRuns(db)
	await finishJob(db, { job, process: run?.process ?? '', durationMs: 12.4, error: null })
	expect(await claimJob(db, claim('b'))).toBe(false)
	const delayMs = await findJobDelay(db, job, MINUTE_MS)
	expect(delayMs).toBeGreaterThan(MINUTE_MS / 2)
	expect(delayMs).toBeLessThanOrEqual(MINUTE_MS)
	expect(await claimJob(db, claim('b', 0))).toBe(true)
})

test('a lease is exclusive from its first moment, though the times are rounded', async () => {
	await using site = await startSite()
	const { db } = site.services
	for (let round = 0; round < 100; round++) {
		const claims = [await claimJob(db, claim('first', 0)), await claimJob(db, claim('second', 0))]
		expect(claims).toEqual([true, false])
		const started_at = sql<string>`now() - interval '1 second'`
		await db.updateTable('job_runs').set({ leased_until: null, started_at }).execute()
	}
})

test('the lease of a killed process expires, and what it would still write is ignored', async () => {
	await using site = await startSite()
	const { db } = site.services
	expect(await claimJob(db, claim('killed', 0))).toBe(true)
	expect(await claimJob(db, claim('next', 0))).toBe(false)
	expect(await findJobDelay(db, job, 0)).toBeGreaterThan(0)
	await db.updateTable('job_runs').set({ leased_until: sql<string>`now() - interval '1 second'` }).execute()
	await renewJobLease(db, job, 'killed')
	// A process that was merely unresponsive keeps its lease if no other has taken it
	expect(await claimJob(db, claim('next', 0))).toBe(false)
	await db.updateTable('job_runs').set({ leased_until: sql<string>`now() - interval '1 second'` }).execute()
	expect(await claimJob(db, claim('next', 0))).toBe(true)
	await renewJobLease(db, job, 'killed')
	await finishJob(db, { job, process: 'killed', durationMs: 1, error: 'late' })
	expect(await listJobRuns(db)).toMatchObject([
		{ job, process: 'next', finished_at: null, leased_until: expect.any(String) },
	])
})

test('a start and a lease of before the clock of the database was set back hold nobody up', async () => {
	await using site = await startSite()
	const { db } = site.services
	const setBack = () =>
		sql`update job_runs set started_at = started_at + interval '1 year', leased_until = leased_until + interval '1 year'`.execute(
			db,
		)
	expect(await claimJob(db, claim('killed'))).toBe(true)
	await setBack()
	expect(await findJobDelay(db, job, MINUTE_MS)).toBe(0)
	expect(await claimJob(db, claim('next'))).toBe(true)
	await finishJob(db, { job, process: 'next', durationMs: 1, error: null })
	await setBack()
	expect(await findJobDelay(db, job, MINUTE_MS)).toBe(0)
	expect(await claimJob(db, claim('third'))).toBe(true)
	// The new lease is exclusive
	expect(await claimJob(db, claim('fourth', 0))).toBe(false)
})

test('runs are recorded with the class of their last failure, and a failure does not end the job', async () => {
	await using site = await startSite()
	const { db } = site.services
	const failures = [
		new TypeError('quotes what ann@example.org wrote'),
		Object.assign(new Error('x'), { code: '57014' }),
	]
	let runCount = 0
	const run = async () => {
		runCount++
		const failure = failures.shift()
		if (failure) throw failure
	}
	const stop = scheduleSharedJob({ name: job, intervalMs: 1, run }, db, site.app.log)
	const getRun = async () => (await listJobRuns(db))[0]
	await expect.poll(getRun).toMatchObject({ has_failed: true, error: 'TypeError' })
	await expect.poll(getRun).toMatchObject({ has_failed: true, error: '57014' })
	await expect.poll(getRun).toMatchObject({ has_failed: false, error: '57014', leased_until: null })
	await stop()
	expect(runCount).toBeGreaterThanOrEqual(3)
	const last = await getRun()
	expect(last?.process).toMatch(/^process \d+ on ./)
	expect(last?.duration_ms).toBeGreaterThanOrEqual(0)
	expect(Date.parse(last?.finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(last?.started_at ?? ''))
	expect(Date.parse(last?.failed_at ?? '')).toBeLessThan(Date.parse(last?.finished_at ?? ''))
	expect(last?.succeeded_at).toBe(last?.finished_at)
})

test('a failed run leaves the time of the last success', async () => {
	await using site = await startSite()
	const { db } = site.services
	const runOnce = async (error: string | null) => {
		expect(await claimJob(db, claim('a', 0))).toBe(true)
		await finishJob(db, { job, process: 'a', durationMs: 1, error })
		return (await listJobRuns(db))[0]
	}
	expect(await runOnce('57014')).toMatchObject({ has_failed: true, succeeded_at: null })
	const succeeded = await runOnce(null)
	expect(succeeded).toMatchObject({ has_failed: false, succeeded_at: succeeded?.finished_at })
	expect(await runOnce('57014')).toMatchObject({ has_failed: true, succeeded_at: succeeded?.finished_at })
})

test('a stop waits for the running job, which no other process can start meanwhile', async () => {
	await using site = await startSite()
	const { db } = site.services
	const [started, completion] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
	const run = () => {
		started.resolve()
		return completion.promise
	}
	const stop = scheduleSharedJob({ name: job, intervalMs: 1, run }, db, site.app.log)
	await started.promise
	expect(await claimJob(db, claim('other', 0))).toBe(false)
	const stopped = stop()
	completion.resolve()
	await stopped
	expect(await listJobRuns(db)).toMatchObject([{ leased_until: null, has_failed: false }])
	expect(await claimJob(db, claim('other', 0))).toBe(true)
})
