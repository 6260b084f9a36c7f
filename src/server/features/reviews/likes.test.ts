import { expect, test } from 'vitest'
import { getReview, likeReview } from '#contract/reviews.ts'
import { startSite, writeReview } from '#kit/site.ts'

const STRANGER = '018f0000-0000-7000-8000-000000000001'

test('a review can be liked only once, and the refusal contains the counts', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register()]
	const { id } = await writeReview(site, author)
	expect(await site.call(likeReview, { params: { id } }, fan)).toMatchObject({
		success: true,
		likes: 1,
		hasLiked: true,
	})
	const again = await site.refusal(likeReview, { params: { id } }, fan)
	expect([again.status, again.message]).toEqual([409, 'You have already liked this review'])
	expect(again.body).toMatchObject({ likes: 1, impressions: 0 })
	expect((await site.refusal(likeReview, { params: { id: STRANGER } }, fan)).status).toBe(404)
	expect((await site.refusal(likeReview, { params: { id } })).status).toBe(401)
})

test('many users who like three times at once count once each', { tags: ['trust-3'] }, async () => {
	await using site = await startSite()
	const { id } = await writeReview(site, await site.register())
	const fans = await Promise.all(Array.from({ length: 12 }, () => site.register()))
	const answers = await Promise.all(
		fans.flatMap((fan) =>
			[1, 2, 3].map(() =>
				site.app.inject({
					method: 'POST',
					url: `/api/reviews/${id}/like`,
					headers: { authorization: `Bearer ${fan.accessToken}` },
				}),
			),
		),
	)
	expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(12)
	expect(
		answers
			.filter(({ statusCode }) => statusCode === 409)
			.every((answer) => answer.json().error === 'You have already liked this review'),
	).toBe(true)
	expect(await site.call(getReview, { params: { id } })).toMatchObject({ likes: 12, weeklyStats: { count: 12 } })
})
