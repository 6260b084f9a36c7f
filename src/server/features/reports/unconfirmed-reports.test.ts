// Reports of visitors reach nobody until the button behind a mailed link is pressed.

import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { countReports, listReports, takeAction } from '#contract/moderation.ts'
import { confirmReport, createReport } from '#contract/reports.ts'
import { deleteReview } from '#contract/reviews.ts'
import { getTransparency } from '#contract/transparency.ts'
import { registerAdmin } from '#kit/admin.ts'
import { startSite, type TestSite, writeReview } from '#kit/site.ts'
import { listSharedJobs } from '#server/jobs/jobs.ts'

const MAIL_SERVER = {
	SMTP_URL: 'smtp://mail.example',
	MAIL_FROM: 'no-reply@savepoint.example',
	PUBLIC_URL: 'https://savepoint.example',
}
const DAY_MS = 24 * 60 * 60 * 1000
const WHO = 'who@example.org'

/** Starts a site that sends mails, with an admin and a reviewer. */
async function startWithReviewer(env: Record<string, string> = MAIL_SERVER) {
	const site = await startSite({ env })
	const admin = await registerAdmin(site)
	const author = await site.register()
	return {
		site,
		admin,
		author,
		queue: async () => (await site.call(listReports, { query: {} }, admin)).reports,
		dismiss: (subjectId: string) =>
			site.call(takeAction, { body: { subject: 'review', subjectId, action: 'dismiss' } }, admin),
		[Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
	}
}

const illegalReport = (subjectId: string, email: string) =>
	({ subject: 'review', subjectId, reason: 'illegal', text: 'Against the law', email }) as const

async function readTokens(site: TestSite, email: string): Promise<string[]> {
	return (await site.mailsTo(email)).flatMap(
		({ text }) => /https:\/\/savepoint\.example\/confirm-report\?token=([\w-]+)/.exec(text)?.[1] ?? [],
	)
}

/** Reports as a visitor, and returns the secret of the mailed link. */
async function report(site: TestSite, subjectId: string, email: string): Promise<string> {
	await site.call(createReport, { body: illegalReport(subjectId, email) })
	return (await readTokens(site, email)).at(-1) ?? ''
}

const countUnconfirmed = async ({ services }: TestSite) =>
	(await services.db.selectFrom('unconfirmed_reports').select('id').execute()).length

test('a report of a visitor is in no queue and no number until it is confirmed, and its sender is answered then', async () => {
	await using world = await startWithReviewer()
	const { site, admin, author, queue, dismiss } = world
	const review = await writeReview(site, author)
	const { id } = await site.call(createReport, { body: illegalReport(review.id, WHO) })
	const reports = async () => (await site.call(getTransparency, {})).quarters.flatMap(({ reports }) => reports)
	expect((await site.mailsTo(WHO)).map(({ subject }) => subject)).toEqual(['Confirm your report'])
	expect(JSON.stringify(await site.mailsTo(WHO))).not.toContain('Against the law')
	const [token = ''] = await readTokens(site, WHO)
	expect([await queue(), await site.call(countReports, {}, admin), await reports()]).toEqual([
		[],
		{ open: 0, overdue: 0, appeals: 0, suggestions: 0 },
		[],
	])
	expect(await site.services.db.selectFrom('moderation_cases').select('subject_id').execute()).toEqual([])
	// A decision of another's report answers nobody who is not confirmed
	await dismiss(review.id)
	expect(await site.mailsTo(WHO)).toHaveLength(1)

	site.time.now += 5 * 60 * 1000
	expect(await site.call(confirmReport, { body: { token } })).toEqual({ success: true })
	const [group] = await queue()
	expect(group).toMatchObject({ reportCount: 1, dueAt: new Date(site.time.now + DAY_MS).toISOString() })
	expect(group?.reports).toMatchObject([{ id, reason: 'illegal', isVisitor: true, isAddressConfirmed: true }])
	expect(await reports()).toHaveLength(1)
	for (const used of [token, 'invented']) {
		const { status, code } = await site.refusal(confirmReport, { body: { token: used } })
		expect([status, code]).toEqual([400, 'bad_token'])
	}
	await dismiss(review.id)
	expect((await site.mailsTo(WHO)).at(-1)?.subject).toBe('A decision on your report')
	expect(await site.services.db.selectFrom('reports').select('id').where('email', 'is not', null).execute()).toEqual([])
})

test('who reports twice gets two links and one report, and a third one after it is dropped', async () => {
	await using world = await startWithReviewer()
	const { site, author, queue } = world
	const review = await writeReview(site, author)
	// Somebody else may have typed the address first
	const tokens = [await report(site, review.id, WHO), await report(site, review.id, WHO)]
	for (const token of tokens) expect(await site.call(confirmReport, { body: { token } })).toEqual({ success: true })
	expect((await queue())[0]?.reportCount).toBe(1)
	await site.call(createReport, { body: illegalReport(review.id, WHO) })
	expect(await readTokens(site, WHO)).toHaveLength(2)
	expect(await countUnconfirmed(site)).toBe(0)
})

test('pressed many times at once, on two processes, a link lets one report in', async () => {
	await using world = await startWithReviewer()
	const { site, author, queue } = world
	await using beside = await startSite({ beside: site, env: MAIL_SERVER })
	const review = await writeReview(site, author)
	const token = await report(site, review.id, WHO)
	const outcomes = await Promise.allSettled(
		Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? site : beside).call(confirmReport, { body: { token } })),
	)
	expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	expect((await queue())[0]?.reportCount).toBe(1)
})

test('a link works for a day, and not about what is gone', async () => {
	await using world = await startWithReviewer()
	const { site, author } = world
	const [review, other] = [await writeReview(site, author), await writeReview(site, author)]
	const gone = await report(site, other.id, 'gone@example.org')
	await site.call(deleteReview, { params: { id: other.id } }, author)
	const { status, code } = await site.refusal(confirmReport, { body: { token: gone } })
	expect([status, code]).toEqual([404, 'reported_not_found'])
	const token = await report(site, review.id, WHO)
	site.time.now += DAY_MS
	expect((await site.refusal(confirmReport, { body: { token } })).code).toBe('bad_token')
	site.time.now += 1
	await listSharedJobs(site.services, site.app.log)
		.find(({ name }) => name === 'cleanup')
		?.run(new AbortController().signal)
	expect(await countUnconfirmed(site)).toBe(0)
	expect(await site.services.db.selectFrom('reports').select('id').execute()).toEqual([])
})

test('of one network five reports about one thing wait, and further ones are dropped without a word', async () => {
	const env = { ...MAIL_SERVER, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1', PROOF_OF_WORK: 'off' }
	await using world = await startWithReviewer(env)
	const { site, author } = world
	const [review, other] = [await writeReview(site, author), await writeReview(site, author)]
	let sent = 0
	const send = async (address: string, subjectId: string) => {
		// Past the limit of requests per minute
		site.time.now += 31_000
		const answer = await site.app.inject({
			method: 'POST',
			url: createReport.url,
			payload: illegalReport(subjectId, `typed${++sent}@example.org`),
			headers: { 'x-forwarded-for': address },
		})
		expect(answer.statusCode).toBe(201)
		await site.services.mail.waitUntilIdle(site.app.log)
	}
	for (let n = 0; n < 7; n++) await send('198.51.100.1', review.id)
	expect(await countUnconfirmed(site)).toBe(5)
	for (const address of ['198.51.100.1', '198.51.100.2'])
		await send(address, address === '198.51.100.1' ? other.id : review.id)
	expect(await countUnconfirmed(site)).toBe(7)
	for (let n = 0; n < 22; n++) await send(`2001:db8:0:${(100 + (n % 9)).toString(16)}::1`, review.id)
	expect(await countUnconfirmed(site)).toBe(27)
	expect(site.mails.filter(({ subject }) => subject === 'Confirm your report')).toHaveLength(27)
})

test('an address is mailed twenty links an hour, and sends fifty reports a day, confirmed or not', async () => {
	await using world = await startWithReviewer({ ...MAIL_SERVER, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' })
	const { site, author } = world
	const review = await writeReview(site, author)
	const { db } = site.services
	const token = await report(site, review.id, WHO)
	const [row] = await db.selectFrom('unconfirmed_reports').selectAll().execute()
	if (!row) throw new Error('The report is not stored')
	const copies = Array.from({ length: LIMITS.reportsPerDay - 2 }, () => crypto.randomUUID())
	await db
		.insertInto('unconfirmed_reports')
		.values(copies.map((id) => ({ ...row, id, token: id })))
		.execute()
	await site.call(confirmReport, { body: { token } })
	const other = await writeReview(site, author)
	await site.call(createReport, { body: illegalReport(other.id, WHO) })
	const last = await site.refusal(createReport, { body: illegalReport(other.id, WHO) })
	expect([last.status, last.code]).toEqual([429, 'too_many_reports'])
	await db.deleteFrom('unconfirmed_reports').execute()
	await db.deleteFrom('reports').execute()
	for (let n = 0; n < 22; n++) {
		site.time.now += 31_000
		await site.call(createReport, { body: illegalReport(other.id, WHO) })
		// The lease of a mail that is being sent would end
		await site.mailsTo(WHO)
	}
	expect(await readTokens(site, WHO)).toHaveLength(20)
})

test('without a mail server visitors report at once, with an address that is shown as not confirmed', async () => {
	await using world = await startWithReviewer({})
	const { site, author, queue, dismiss } = world
	const review = await writeReview(site, author)
	await site.call(createReport, { body: illegalReport(review.id, WHO) })
	expect((await queue())[0]?.reports).toMatchObject([{ isVisitor: true, isAddressConfirmed: false }])
	await dismiss(review.id)
	expect((await site.mailsTo(WHO)).map(({ subject }) => subject)).toEqual(['A decision on your report'])
})

test('with a mail server, an address that was never confirmed gets no answer, and is forgotten with the decision', async () => {
	await using world = await startWithReviewer()
	const { site, author, dismiss } = world
	const review = await writeReview(site, author)
	// As it was stored before addresses were confirmed
	await using before = await startSite({ beside: site })
	await before.call(createReport, { body: illegalReport(review.id, WHO) })
	await dismiss(review.id)
	expect(await site.mailsTo(WHO)).toEqual([])
	const rows = await site.services.db.selectFrom('reports').select(['email', 'awaits_answer']).execute()
	expect(rows).toEqual([{ email: null, awaits_answer: false }])
})
