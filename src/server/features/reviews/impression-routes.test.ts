import { expect, test } from 'vitest'
import { getPopularUsers } from '#contract/popular-users.ts'
import { getReview, getUserImpressions, reportSeen } from '#contract/reviews.ts'
import { type Player, startSite, writeReview } from '#kit/site.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

test('a review counts as seen once per viewer and day, as opened once, and never for its author', {
	tags: ['trust-39'],
}, async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register()]
	const { id } = await writeReview(site, author)
	const report = async (body: { impressions?: string[]; views?: string[] }, player?: Player, agent = 'Firefox') => {
		const headers = { 'user-agent': agent, ...(player ? { authorization: `Bearer ${player.accessToken}` } : {}) }
		expect((await site.app.inject({ method: 'POST', url: reportSeen.url, payload: body, headers })).statusCode).toBe(
			202,
		)
	}
	const counts = async () => {
		const { views, impressions, weeklyImpressions } = await site.call(getReview, { params: { id } })
		return [views, impressions, weeklyImpressions]
	}
	// Reports are stored in order, in batches: once the last one of a round counts, all of them do
	const expectCounts = (expected: number[]) => expect.poll(counts, { timeout: 60_000 }).toEqual(expected)
	await report({ impressions: [id, id, STRANGER] }, fan)
	await report({ impressions: [id] }, fan)
	await report({ views: [id], impressions: [id] }, author)
	await report({ impressions: [id] }, undefined, 'Googlebot/2.1')
	await report({ impressions: [id] }, undefined)
	await expectCounts([0, 2, 2])
	for (let time = 0; time < 3; time++) await report({ views: [id] }, fan)
	await report({ views: [id] }, undefined, 'Safari')
	await expectCounts([2, 3, 3])
	expect((await site.call(getUserImpressions, { params: { id: author.user.id }, query: {} })).impressions).toEqual({
		weekly: 3,
		monthly: 3,
		yearly: 3,
		total: 3,
	})
	expect((await site.call(getPopularUsers, { query: {} })).users).toMatchObject([
		{ id: author.user.id, impressions: 3, impressionsCount: 3 },
	])
	const nextDay = site.time.now + 86_400_000
	site.time.now = nextDay
	await report({ views: [id] })
	await expectCounts([3, 4, 4])
	await site.services.db.deleteFrom('reviews').where('id', '=', id).execute()
	expect((await site.call(getUserImpressions, { params: { id: author.user.id }, query: {} })).impressions).toEqual({
		weekly: 0,
		monthly: 0,
		yearly: 0,
		total: 0,
	})
})

test('too many reviews in a report are refused', async () => {
	await using site = await startSite()
	expect((await site.refusal(reportSeen, { body: { views: Array.from({ length: 51 }, () => STRANGER) } })).status).toBe(
		400,
	)
	expect((await site.refusal(reportSeen, { body: { views: ['x'] } })).status).toBe(400)
})
