import { expect, test } from 'vitest'
import { waitUntilReachable } from './wait-until-reachable.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

/** Waits on a fake clock for work that succeeds at a given time, and returns the reports. */
async function waitFor(readyAtMs: number, waitMs: number, failure: Error = refused) {
	const time = { now: 0 }
	const reports: string[] = []
	const timing = {
		clock: () => time.now,
		async sleep(ms: number) {
			time.now += ms
		},
	}
	const work = async () => {
		if (time.now < readyAtMs) throw failure
		return 'open'
	}
	const result = await waitUntilReachable(work, { waitMs, report: (sentence) => reports.push(sentence), timing }).catch(
		(error: unknown) => error,
	)
	return { result, reports, tookMs: time.now }
}

test('an unreachable database is retried, and the wait is reported at once and every ten seconds', async () => {
	expect(await waitFor(25_000, 60_000)).toEqual({
		result: 'open',
		reports: [60, 50, 40].map(
			(seconds) => `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432. Trying for ${seconds} s more…`,
		),
		tookMs: 25_000,
	})
	expect(await waitFor(0, 60_000)).toEqual({ result: 'open', reports: [], tookMs: 0 })
})

test('the wait for a database is limited', async () => {
	const { result, tookMs } = await waitFor(90_000, 60_000)
	expect([result, tookMs]).toEqual([refused, 60_000])
	expect(await waitFor(1, 0)).toEqual({ result: refused, reports: [], tookMs: 0 })
})

test('an error that is not an outage is not retried', async () => {
	const wrongPassword = Object.assign(new Error('password authentication failed'), { code: '28P01' })
	expect(await waitFor(1_000, 60_000, wrongPassword)).toEqual({ result: wrongPassword, reports: [], tookMs: 0 })
})

test('a starting server, an unresolved name and an unresponsive network are retried', async () => {
	const codes = ['57P03', '57P01', '53300', 'EAI_AGAIN', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET']
	for (const code of codes)
		expect([code, (await waitFor(1_000, 60_000, Object.assign(new Error('no'), { code }))).result]).toEqual([
			code,
			'open',
		])
	const timedOut = new Error('Connection terminated due to connection timeout')
	expect((await waitFor(1_000, 60_000, timedOut)).result).toBe('open')
})
