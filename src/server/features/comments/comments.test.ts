import { expect, test } from 'vitest'
import { createComment, deleteComment, likeComment, listComments } from '#contract/comments.ts'
import { getReview } from '#contract/reviews.ts'
import { startSite, writeReview } from '#kit/site.ts'

test('a comment counts toward its review, is listed newest first, and can be liked once', async () => {
	await using site = await startSite()
	const [author, fan] = [await site.register(), await site.register('Fan')]
	const { id: reviewId } = await writeReview(site, author)
	const first = await site.call(createComment, { body: { reviewId, content: ' First! ' } }, fan)
	expect(first).toMatchObject({
		reviewId,
		content: 'First!',
		username: 'Fan',
		likes: 0,
		hasLiked: false,
		reviewImpressions: 0,
		weeklyImpressions: 0,
	})
	site.time.now += 1000
	const second = await site.call(createComment, { body: { reviewId, content: 'Second' } }, author)
	const page = await site.call(listComments, { params: { reviewId }, query: {} }, author)
	expect(page).toMatchObject({ totalCount: 2, totalPages: 1, currentPage: 1, nextCursor: null })
	expect(page.comments.map(({ id }) => id)).toEqual([second.id, first.id])
	expect(await site.call(likeComment, { params: { id: first.id } }, author)).toEqual({
		success: true,
		likes: 1,
		hasLiked: true,
	})
	expect((await site.refusal(likeComment, { params: { id: first.id } }, author)).message).toBe(
		'You have already liked this comment',
	)
	expect(await site.call(getReview, { params: { id: reviewId } })).toMatchObject({
		commentCount: 2,
		weeklyStats: { count: 2 },
	})
})

test('only the author of a comment or of its review can delete it', async () => {
	await using site = await startSite()
	const [author, fan, other] = [await site.register(), await site.register(), await site.register()]
	const { id: reviewId } = await writeReview(site, author)
	const comment = async () => (await site.call(createComment, { body: { reviewId, content: 'Hm.' } }, fan)).id
	const [one, two] = [await comment(), await comment()]
	expect((await site.refusal(deleteComment, { params: { id: one } }, other)).status).toBe(403)
	await site.call(deleteComment, { params: { id: one } }, fan)
	await site.call(deleteComment, { params: { id: two } }, author)
	expect((await site.refusal(deleteComment, { params: { id: two } }, author)).status).toBe(404)
	expect(await site.call(getReview, { params: { id: reviewId } })).toMatchObject({
		commentCount: 0,
		weeklyStats: { count: 0 },
	})
})

test('paging comments by cursor has no gaps while others are added', async () => {
	await using site = await startSite()
	const player = await site.register()
	const { id: reviewId } = await writeReview(site, player)
	const ids: string[] = []
	for (let index = 0; index < 7; index++) {
		site.time.now += 1000
		ids.unshift((await site.call(createComment, { body: { reviewId, content: `Number ${index}` } }, player)).id)
	}
	const seen: string[] = []
	let cursor: string | undefined
	do {
		const page = await site.call(listComments, {
			params: { reviewId },
			query: { limit: 3, ...(cursor ? { cursor } : {}) },
		})
		seen.push(...page.comments.map(({ id }) => id))
		cursor = page.nextCursor ?? undefined
		site.time.now += 1000
		await site.call(createComment, { body: { reviewId, content: 'Late' } }, player)
	} while (cursor)
	expect(seen).toEqual(ids)
})
