import { expect, test } from 'vitest'
import { forgotPassword } from '#contract/account.ts'
import { getWork, JOB_NOT_FOUND, retryMails, runJob } from '#contract/admin-work.ts'
import { registerAdmin } from '#kit/admin.ts'
import { startSite } from '#kit/site.ts'
import { claimJob, finishJob } from './queries.ts'
import { scheduleSharedJob } from './schedules.ts'

const HOUR_MS = 60 * 60 * 1000

test('an admin sees the last run of each job, and why it failed', async () => {
	await using site = await startSite()
	const { db } = site.services
	const admin = await registerAdmin(site)
	const find = async (wanted: string) => (await site.call(getWork, {}, admin)).jobs.find(({ name }) => name === wanted)
	expect(await find('purges')).toMatchObject({ isRunning: false, startedAt: null, nextAt: null, hasFailed: false })
	await claimJob(db, { job: 'purges', process: 'process 7', intervalMs: HOUR_MS })
	expect(await find('purges')).toMatchObject({ isRunning: true, process: 'process 7', finishedAt: null })
	await finishJob(db, { job: 'purges', process: 'process 7', durationMs: 12, error: 'ECONNREFUSED' })
	expect(await find('purges')).toMatchObject({
		isRunning: false,
		durationMs: 12,
		hasFailed: true,
		error: 'ECONNREFUSED',
	})
	await finishJob(db, { job: 'purges', process: 'process 7', durationMs: 9, error: null })
	expect(await find('purges')).toMatchObject({ durationMs: 9, hasFailed: false, error: 'ECONNREFUSED' })
})

test('a job that an admin asks for runs at once, and then at its interval again', async () => {
	await using site = await startSite()
	const { db, jobWakes } = site.services
	const admin = await registerAdmin(site)
	expect((await site.refusal(runJob, { params: { job: 'none' } }, admin)).code).toBe(JOB_NOT_FOUND.code)
	let runs = 0
	const run = async () => {
		runs++
	}
	const stop = scheduleSharedJob({ name: 'digests', intervalMs: HOUR_MS, run }, db, site.app.log, jobWakes)
	await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
	await site.call(runJob, { params: { job: 'digests' } }, admin)
	await expect.poll(() => runs, { timeout: 20_000 }).toBe(2)
	const isRequested = async () =>
		(await site.call(getWork, {}, admin)).jobs.find(({ name }) => name === 'digests')?.isRequested
	await expect.poll(isRequested).toBe(false)
	await stop()
	await site.call(runJob, { params: { job: 'digests' } }, admin)
	expect(await isRequested()).toBe(true)
	expect(await claimJob(db, { job: 'digests', process: 'another', intervalMs: HOUR_MS })).toBe(true)
	expect(await claimJob(db, { job: 'digests', process: 'a third', intervalMs: HOUR_MS })).toBe(false)
})

test('mails that wait are counted with the reason, and tried again when an admin says so', async () => {
	let isAway = true
	await using site = await startSite({
		deliver: async () => {
			if (isAway) throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
		},
	})
	const admin = await registerAdmin(site, 'Keeper')
	await site.mailsTo('keeper@example.org')
	await site.call(forgotPassword, { body: { email: 'Keeper@example.org' } })
	await site.mailsTo('keeper@example.org')
	const { mails, pushes, purges, migrations } = await site.call(getWork, {}, admin)
	expect(mails.count).toBeGreaterThan(0)
	expect(mails.failing).toBe(mails.count)
	expect(mails.errors).toEqual([{ code: 'ECONNREFUSED', count: mails.failing }])
	expect([pushes, purges, migrations]).toEqual([{ count: 0, oldestAt: null }, { count: 0, oldestAt: null }, []])
	isAway = false
	expect((await site.call(retryMails, {}, admin)).count).toBe(mails.count)
	await site.mailsTo('keeper@example.org')
	expect((await site.call(getWork, {}, admin)).mails).toMatchObject({ count: 0, failing: 0, errors: [] })
})
